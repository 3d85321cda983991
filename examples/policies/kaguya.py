"""A policy for kaguya that looks one action ahead: fairseat study kaguya --policy examples/policies/kaguya.py:ahead"""


def ahead(game):
    """Try every action on a spare state and take the one after which one's own seat stands best."""
    apply = game.apply

    def worth(state, seat):
        mine = state.seats[seat]
        return 4 * int(mine.score) + 6 * int(mine.bag) + 2 * int(mine.held) - 3 * int(mine.is_ponkotsu)

    def choose(state, tables, actions, n, weights, memory, spare):
        seat = state.core.actor
        best = 0
        most = -1000000
        for i in range(n):
            spare[0] = state
            apply(spare[0], tables, actions[i])
            value = worth(spare[0], seat)
            if value > most:
                best = i
                most = value
        return best

    return choose
