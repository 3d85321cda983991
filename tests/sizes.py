"""How much each check plays: the size that its acceptance names (FAIRSEAT_TIER=verify), or about a tenth of it."""

from __future__ import annotations

import os
from dataclasses import dataclass

#: Whether checks run at the size that their acceptance names.
IS_FULL = os.environ.get("FAIRSEAT_TIER", "ci") == "verify"


def size(full: int, small: int | None = None) -> int:
    """`full` in the verify tier, else `small` (default a tenth)."""
    return full if IS_FULL else (full // 10 if small is None else small)


@dataclass(frozen=True)
class Sizes:
    """Named sizes; games unless the comment says otherwise."""

    deal_blocks: int = size(10_000)  # blocks whose deals must differ
    shuffles: int = size(1_000_000)  # shuffles in the chi-square test
    shuffle_seeds: int = size(20, 3)  # seeds that it is made with
    cluster_games: int = size(600_000, 6_000)  # of each table on a cluster against threads
    cluster_kaguya: int = size(400_000, 2_400)
    cluster_memory_games: int = size(10_000_000)  # of the run whose client's memory must stay flat
    matrix_games: int = size(30_000, 1_200)  # games of the jobs x chunk matrix
    prefix_games: int = size(100_000)  # N of "the first N of 2N"
    cold_rounds: int = size(20, 1)  # rounds of cold starts by 8 processes at once
    kills: int = size(50, 5)  # processes killed while they save machine code
    killed_runs: int = size(100, 8)  # commands that are killed at a moment of their run
    killed_games: int = size(400_000, 100_000)  # of each
    memory_games: int = size(10_000_000)  # of the run whose memory must stay flat
    balance_cases: int = size(500)  # random plans of the balance test
    toy_truth: int = size(400_000)  # games against the toy's closed form
    kaguya_invariants: int = size(10_000, 1_000)  # random games checked after every action
    kaguya_deals: int = size(1_000_000)  # deals in the chi-square test of card x place
    kaguya_matrix_games: int = size(12_000, 1_200)  # games of the jobs x chunk matrix of kaguya
    agreement_games: int = size(1_000)  # of the kernels against the plain-Python reference
    honesty_points: int = size(
        1_000, 320
    )  # decision points of a game's own honesty test; its contract test takes 1,000
    contract_games: int = size(200, 24)  # of each policy in the contract tests of every game folder
    contract_walks: int = size(6, 3)  # of each policy, played step by step there
    contract_told: int = size(4, 2)  # put into words there
    contract_interpreted: int = size(6, 2)  # played again without the compiler there
    bare_games: int = size(2_000_000, 100_000)  # of pack bare under uniform play, default rulings
    ruling_games: int = size(100_000)  # of the same with one ruling changed
    fill_trials: int = size(20_000_000)  # trials of the random fill
    census_games: int = size(200_000, 10_000)  # whose questions and ponkotsu rolls are counted
    style_games: int = size(24_000, 2_400)  # of each style against others
    sanity_games: int = size(100_000, 24_000)  # of a table of one style; rare events must show
    pig_truth: int = size(400_000)  # games of Pig against its exact solution
    compare_truth: int = size(400_000, 20_000)  # games of Pig on each side of a comparison with an exact answer
    compare_studies: int = size(4_000, 1_000)  # comparisons whose intervals are counted
    pig_studies: int = size(4_000)  # small studies of Pig whose intervals are counted
    effect_blocks: int = size(1_250, 150)  # blocks of 4 games in which effects agree with those of a library
    effect_studies: int = size(2_000, 60)  # studies of equal players whose alarms are counted
    sequence_studies: int = size(4_000, 200)  # studies whose confidence sequence is looked at 20 times
    tourney_studies: int = size(2_000, 100)  # small tournaments whose intervals are counted
    playtest_sets: int = size(4_000, 500)  # sets of playtests whose false alarms are counted
    fair_studies: int = size(4_000, 300)  # searches along one key whose intervals are counted
    fair_draws: int = size(1_000, 60)  # of them, for the value of least inequality
    fair_surfaces: int = size(2_000, 100)  # searches over three keys
    fair_whole: int = size(2_000, 200)  # whole searches with fresh games
    fair_pig: int = size(1_000, 80)  # small searches of Pig's fair handicap
    sweep_cells: int = size(200, 20)  # cells of 2,000 games of Pig in one sweep
    sweep_rulings: int = size(20_000, 240)  # games of each cell of the sweep over kaguya's rulings
    konoten_uniform: int = size(20_000, 300)  # games of uniform play by the plain-Python reference, per player count
    konoten_agreement: int = size(1_000)  # games of konoten's kernels against the reference
    konoten_invariants: int = size(10_000)  # random games checked after every action, per player count
    konoten_deals: int = size(1_000_000)  # deals in the chi-square tests of card x place
    konoten_matrix_games: int = size(12_000, 1_200)  # games of the jobs x chunk matrix
    konoten_alternatives: int = 1_200  # games with and without each alternative, where not at full size
    konoten_kernel_uniform: int = size(20_000, 2_400)  # games of uniform play by the kernels, per player count
    plan_games: int = size(3_000)  # of konoten for each plan on a growth sheet
    konoten_table_games: int = size(10_000, 2_400)  # of konoten at a table of one style, per player count
    rider_invariants: int = size(10_000, 500)  # random games of rider checked after every action, per player count
    rider_agreement: int = size(500, 40)  # games of rider's kernels against the reference, at least
    rider_matrix_games: int = size(6_000, 120)  # games of the jobs x chunk matrix
    rider_blocks: int = size(10_000, 1_000)  # blocks whose deals must differ
    rider_deals: int = size(200_000, 10_000)  # deals in the chi-square tests of warriors and cards
    rider_uniform: int = size(8_000, 400)  # games of uniform play by the kernels, per player count
    rider_coverage: int = 60  # games of each run of data/coverage.toml, where not at full size
    sweep_studies: int = size(2_000, 100)  # sweeps whose false alarms and bands are counted
    sweep_page_cells: int = size(200, 30)  # cells of the sweep whose page is weighed


SIZES = Sizes()
