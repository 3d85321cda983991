"""Words for konoten (in the making)."""
from sim.games.konoten.view_text import action_text


class _View:
    def action_text(self, state, data, action):
        return action_text(state, data.tables[0], action)


VIEW = _View()
