"""Words of the toy race."""

from sim.errors import UserError


class ToyView:
    def action_text(self, state, data, action):
        return "roll" if action == 0 else f"play slot={action}"

    def parse_action(self, state, data, text):
        if text == "roll":
            return 0
        if text in ("play slot=1", "play slot=2"):
            return int(text[-1])
        raise UserError(f"action {text!r}: expected 'roll' or 'play slot=N'")

    def state_json(self, state, data):
        n = int(state.core.n_seats)
        return {"round": int(state.n_rounds), "steps": [int(x) for x in state.steps[:n]]}

    def decision_name(self, state, data):
        return "T1"

    def log_json(self, data, code, a, b):
        return {"roll": a} if code == 2 else None

    def tell(self, data, records, with_tables):
        header, *actions = records
        yield str(header["state"])
        for record in actions:
            rolled = "".join(f" and throws a {draw['roll']}" for draw in record["chance"])
            yield f"Seat {record['seat']} chooses to {record['action']}{rolled}."
            if with_tables:
                yield str(record["state"])
        yield str(records[-1]["state"])
