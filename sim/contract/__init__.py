"""The contract tests: what `fairseat check` demands of a game folder. Nothing here prints or knows a game.

`run.check_game` starts a child process (`worker`), which runs the checks of `catalogue` one after the other and sends
back a result for each; a game that hangs or crashes costs the child only, and the parent says where it was.
"""
