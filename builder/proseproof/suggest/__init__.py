"""Claims for a draft: what the captures hold that its numbers could mean."""

from __future__ import annotations

from proseproof.suggest.proposal import Choice, Proposal, Proposals
from proseproof.suggest.propose import propose

__all__ = ["Choice", "Proposal", "Proposals", "propose"]
