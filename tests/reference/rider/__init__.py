"""Reference of rider, written from RULES.md alone; shares no rules code with the kernels."""

from .data import Data, default_rules, default_rulings, load_pack
from .game import Game

__all__ = ["Data", "Game", "default_rules", "default_rulings", "load_pack"]
