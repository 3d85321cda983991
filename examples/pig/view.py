"""Pig in words, for `fairseat replay`. The plain view names actions and fields; this one tells a turn in a line."""

from sim.view import PlainView


class PigView(PlainView):
    def tell(self, data, records, with_tables):
        rolls = ""
        for record in records[1:]:
            rolls += "".join(f" {entry['roll']}" for entry in record["log"])
            state, seat, is_hold = record["state"], record["seat"], record["action"] == "hold"
            if is_hold or state["turn_total"] == 0:
                end = f"holds: {state['banked'][seat - 1]} points" if is_hold else "loses the turn"
                yield f"Seat {seat} rolls{rolls} and {end}."
                rolls = ""
            if with_tables:
                yield self.table(state)
