"""Numbers in words: a mean is shown only to the digits that its error allows."""

from __future__ import annotations

import math


def decimals(error: float, most: int = 6) -> int:
    """Decimal places that an error allows: its second significant digit where it begins with 1, else its first."""
    if not math.isfinite(error) or error <= 0:
        return most
    exponent = math.floor(math.log10(error))
    leading = error / 10.0**exponent
    return max(0, min(most, -exponent + (1 if leading < 1.95 else 0)))


def show(value: float, error: float, most: int = 6) -> str:
    """A value with the digits that its error allows; "-" if it is not a number; no "-0"."""
    if not math.isfinite(value):
        return "-"
    places = decimals(error, most)
    text = f"{round(value, 9):.{places}f}"  # 5.5 and -5.499999999999 are halves both
    return text.lstrip("-") if float(text) == 0 else text


def percent(share: float, error: float) -> str:
    """A share as a percentage with the digits that its error allows, at least as exact as one decimal in a hundred."""
    return "-" if not math.isfinite(share) else f"{show(100 * share, 100 * error, 3)} %"


def percent_interval(share: float, error: float, low: float, high: float) -> str:
    """`26.1 % (25.9 to 26.3)`; the bounds get the digits of the share, or more where they would fall together."""
    places = decimals(100 * error, 3) if math.isfinite(error) and error > 0 else 1
    while places < 6 and f"{100 * low:.{places}f}" == f"{100 * high:.{places}f}" and low < high:
        places += 1
    if not math.isfinite(share):
        return "-"
    return f"{100 * share:.{places}f} % ({100 * low:.{places}f} to {100 * high:.{places}f})"


def points(difference: float, error: float, is_signed: bool = True) -> str:
    """A difference of shares in percentage points, `+1.2 pp`."""
    if not math.isfinite(difference):
        return "-"
    text = show(100 * difference, 100 * error, 3 if error > 0 else 1)
    return f"{'+' if is_signed and float(text) > 0 else ''}{text} pp"


def mean_interval(mean: float, error: float, low: float, high: float) -> str:
    """`61.2 (60.9 to 61.5)`."""
    if not math.isfinite(mean):
        return "-"
    if not math.isfinite(low):
        return show(mean, error, 2)
    if mean == low == high and mean == round(mean):
        return count(mean)  # always the same
    most = 4 if error > 0 else 2
    return f"{show(mean, error, most)} ({show(low, error, most)} to {show(high, error, most)})"


def count(number: float) -> str:
    """A whole number with separators."""
    return f"{round(number):,}"
