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

    def tell_action(self, before, data, seat, text):
        return f"Seat {seat} chooses to {text}."

    def tell_log(self, data, code, a, b, state):
        return f"The die shows {a}." if code == 2 else None

    def tell_state(self, state, data):
        return str(state)
