"""Reference of kaguya, written from RULES.md alone; shares no rules code with the kernels."""

from ..files import load_pack
from .data import default_rules, default_rulings
from .game import Game

__all__ = ["Game", "default_rules", "default_rulings", "load_pack"]
