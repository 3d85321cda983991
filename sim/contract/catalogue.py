"""All checks in the order in which they run; docs/checking-a-game.md is written from this list."""

from __future__ import annotations

from sim.contract import batches, data, interpreter, look, noted, outcome, play, sources, spec, words
from sim.contract.result import Check

CHECKS = (
    Check(
        "folder", "the folder is a game",
        "the folder's `__init__.py` can be imported and exports `GAME`, a `sim.game.GameSpec`",
        "mend the Python error that is named, with its file and line",
        spec.folder,
    ),
    Check(
        "fields", "GAME's fields make sense",
        "numbers of players, names, `max_legal`, `wins`, `deals`; record types: `core` first, no array of bool, no "
        "field that is also a method of NumPy records",
        "correct or rename the field that is named",
        spec.fields, ("folder",),
    ),
    Check(
        "columns", "outcome columns are declared in full",
        "each column has a name of its own, a number type, a role, a meaning, and a unit where it counts something",
        "complete the `Column` that is named; reports are written from it",
        spec.columns, ("folder",),
    ),
    Check(
        "clauses", "notes and end reasons have names",
        "ids are unique and at most MAX_NOTES, `counted` is part of `clauses`, end reasons have words, and codes "
        "from 1 (from -2 down: unfinished)",
        "correct `clauses`, `counted` or `end_reasons`",
        spec.clauses, ("folder",),
    ),
    Check(
        "functions", "verbs and view are complete",
        "six verbs and six methods of the view, each with the arguments of the contract",
        "add the function or argument that is named; `sim/game.py` shows all of them",
        spec.functions, ("folder",),
    ),
    Check(
        "streams", "chance comes from the streams",
        "no module of the game uses `random`, `np.random`, `time` or another source that differs from run to run",
        "draw with `sim.rng.draw` and a key folded from `core.deal_key` or `core.table_key`",
        sources.streams, ("folder",),
    ),
    Check(
        "prints", "kernels do not print",
        "no function under `@kernel` calls `print`",
        "call `note` in its place, and look with `fairseat replay --json`",
        sources.prints, ("folder",),
    ),
    Check(
        "rules_text", "RULES.md states the counted clauses",
        "every counted clause stands in RULES.md under its id; skipped where there is no RULES.md",
        "write the rule down, or correct the id",
        spec.rules_text, ("clauses",),
    ),
    Check(
        "load", "data load",
        "`load` gives tables, weights and labels of the right shape for every number of players and every shipped pack",
        "mend the data file or the loader; the message has the pack, the number of players and the fault",
        data.load, ("fields", "functions"),
    ),
    Check(
        "digests", "data load the same twice",
        "two loads give the same tables, document, weights and digests, byte for byte",
        "make `load` depend on its arguments and files only",
        data.digests, ("load",),
    ),
    Check(
        "document", "data write back",
        "the document, written as a pack file, reads back to the same tables and digests; skipped without `[pack]`",
        "keep in the document every value that the tables are made from",
        data.document, ("digests",),
    ),
    Check(
        "compile", "kernels compile",
        "each verb and the loop over whole games compile with Numba under the house's options (no allocation)",
        "mend the line that is named; CONTRIBUTING.md lists the rules of style for kernels",
        play.compiles, ("load", "columns", "clauses", "streams", "prints", "digests"),
    ),
    Check(
        "verbs", "verbs run",
        "games of every policy and number of players run step by step, with array bounds checked and a time limit: no "
        "index out of bounds, no endless loop, no crash",
        "replay the game that is named up to the action that is named",
        play.verbs, ("compile",),
    ),
    Check(
        "legal", "legal lists are well formed",
        "1 to `max_legal` codes of 0 or more, each once, the same when asked again",
        "mend `legal_actions`, or raise `max_legal`",
        play.legal, ("compile",),
    ),
    Check(
        "core", "the engine's fields are left alone",
        "of CORE, verbs write only `actor`, `is_over`, `end_reason`, `counters` and notes; `actor` is a seat",
        "do not write the field that is named",
        play.core, ("compile",),
    ),
    Check(
        "ends", "games end",
        "at most 1 % of the games of a policy stay unfinished; those that end have a reason of `end_reasons`",
        "set `core.is_over` and `core.end_reason` where the rules end the game",
        play.ends, ("verbs", "legal", "core"),
    ),
    Check(
        "pure", "looking changes nothing",
        "`legal_actions`, `features` and `score` leave the state as it is (the first and the last may note a "
        "clause); nothing writes the tables",
        "write in `setup` and `apply` only",
        play.pure, ("ends",),
    ),
    Check(
        "tried", "every legal action works",
        "every action of sampled legal lists can be taken, not only those that the policies pick",
        "mend `apply` for the action that is named, or do not list it",
        play.tried, ("ends",),
    ),
    Check(
        "capacity", "limits are kept",
        "one action makes at most MAX_LOG notes; says how near the game is to the other limits",
        "note less in one action",
        play.capacity, ("ends",),
    ),
    Check(
        "notes", "note codes exist",
        "every note of the games has an id in `clauses`",
        "correct the code, or add its id",
        noted.notes, ("ends",),
    ),
    Check(
        "features", "features are sound",
        "`features` gives each action a finite value that is linear in the weights and depends on the state only",
        "write `values[i]` for all n actions, and fill scratch before reading it",
        look.features, ("pure",),
    ),
    Check(
        "rows", "every column is written",
        "`score` sets every column of the row, whatever stood there before",
        "set the column that is named in every game, 0 included",
        outcome.rows, ("pure",),
    ),
    Check(
        "batches", "games do not depend on each other",
        "batches of one, of seven and of all, in another order, and with other bytes in the buffers give the same rows",
        "keep nothing outside the state, and draw from the streams only",
        batches.batches, ("features",),
    ),
    Check(
        "blocks", "luck belongs to the deal",
        "two games of one deal have the same cards and luck under the same moves; deals differ where there is chance",
        "fold keys of draws from `core.deal_key` or `core.table_key`",
        batches.blocks, ("batches", "tried"),
    ),
    Check(
        "worlds", "resampled worlds are sound",
        "`determinize` is a function of its key, changes of CORE only the keys of luck, and makes worlds that can be "
        "played on",
        "resample what is hidden, and nothing else",
        look.worlds, ("batches", "tried"),
    ),
    Check(
        "honesty", "policies know only what their seat may know",
        "at 1,000 decision points of all kinds, features stay the same bit for bit when the hidden world is resampled",
        "do not read hidden fields in the feature that is named, or do not resample what the seat sees",
        look.honesty, ("worlds", "features"),
    ),
    Check(
        "luck", "luck to come is hidden",
        "where later luck is drawn from a key in CORE, `determinize` changes that key",
        "end `determinize` with `core.table_key = fold(key, 1)`",
        look.luck, ("worlds",),
    ),
    Check(
        "outcome", "winners, ranks and places agree",
        "win shares add up to 1 (`single`) or are full wins (`team`); winners, tie-breaks, ranks, places, turns fit",
        "mend `score`; the message has the row's numbers and its game",
        outcome.outcome, ("batches",),
    ),
    Check(
        "scores", "score parts add up",
        "the score less its parts is the start score, the same in every game for a place; skipped without parts",
        "book every point in one part",
        outcome.scores, ("batches",),
    ),
    Check(
        "codes", "flags, masks and ids have a meaning",
        "flags are 0 or 1, bits and codes have a name in `labels`, bits are the seat's own, floats are finite",
        "mend `score` or `labels`",
        outcome.codes, ("batches",),
    ),
    Check(
        "coverage", "counted clauses fire",
        "every counted clause fires in the runs of data/coverage.toml; without that file, in the games of these checks",
        "add a run, call `note` where the clause is carried out, or take it out of `counted`",
        noted.coverage, ("notes", "batches"),
    ),
    Check(
        "words", "words of the view fit",
        "action texts are unique in a legal list and parse back, the state is plain JSON, seats count from 1",
        "mend the method of the view that is named",
        words.words, ("ends",),
    ),
    Check(
        "told", "games can be told",
        "whole games go through `log_json` and `tell`, with and without tables, and no sentence has a seat 0",
        "mend the method of the view that is named",
        words.told, ("words", "notes"),
    ),
    Check(
        "replay", "a replay is the game of the batch",
        "step by step, and in its trace, a game ends as it does in a batch",
        "do not read `core.is_logged`, and keep nothing outside the state",
        batches.replay, ("batches", "told"),
    ),
    Check(
        "interpreter", "compiler and interpreter agree",
        "compiled verbs and the same Python code run by the interpreter leave the same states, lists, values and rows",
        "read small fields through `int(...)` before arithmetic; give the field that is named a larger type",
        interpreter.interpreter, ("batches", "worlds"),
    ),
)  # fmt: skip
