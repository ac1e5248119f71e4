import random
import re
from typing import Dict, List, Tuple

GENE_POOL = ("abrA", "bolT", "cysK", "dnaQ", "envZ", "fliC", "galR", "hupB",
             "ileS", "katG", "lexA", "mutS", "nrdA", "ompF")


class GeneKnockoutEnv:
    """
    Five genes activate one another in a tree: every gene but the root has exactly one activator.
    A knockout silences a gene and everything downstream of it. The agent sees only which genes are
    expressed, and has to name the activator of every gene.
    """

    def __init__(self, max_turns: int = 18):
        self.max_turns = max_turns
        self.genes: Tuple[str, ...] = ()
        self.parent: Dict[str, str] = {}
        self.observed: Dict[str, List[str]] = {}
        self.claims: Dict[str, str] = {}
        self.turns = 0
        self.published = False
        self.unfunded = False
        self.reset()

    def reset(self, seed=None):
        rng = random.Random(seed)
        order = rng.sample(GENE_POOL, 5)
        self.genes = tuple(sorted(order, key=str.lower))
        self.parent = {}
        for i, gene in enumerate(order):
            # The root is activated by the culture medium.
            self.parent[gene] = order[rng.randrange(i)] if i else "medium"
        self.observed = {}
        self.claims = {}
        self.turns = 0
        self.published = False
        self.unfunded = False
        return (
            "In a bacterium five genes (" + ", ".join(self.genes) + ") form a regulatory tree. One of them is "
            "switched on by the medium, every other one by exactly one of the genes. In a knockout strain the "
            "gene and all that depends on it, directly or not, stay silent.\n"
            "Find the activator of every gene, claim all five, and publish. Only one publication is possible; "
            "at least two knockouts must be reported in it.\n" + self._prompt()
        ), self._info()

    def _silent(self, gene: str) -> List[str]:
        down, grew = {gene}, True
        while grew:
            grew = False
            for child, parent in self.parent.items():
                if parent in down and child not in down:
                    down.add(child)
                    grew = True
        return sorted(down, key=str.lower)

    def _prompt(self) -> str:
        notes = [f"  without {g}: silent {', '.join(s)}" for g, s in self.observed.items()]
        claims = [f"  {g} is activated by {p}" for g, p in self.claims.items()]
        a, b = self.genes[0], self.genes[1]
        return "\n".join(
            ["Notebook:"] + (notes or ["  empty"]) + ["Claims:"] + (claims or ["  none"])
            + [
                f"Turns left: {self.max_turns - self.turns}. One action per turn, boxed:",
                f"\\boxed{{knockout {a}}}, \\boxed{{claim {b} activated by {a}}}, "
                f"\\boxed{{claim {a} activated by medium}}, \\boxed{{publish}}",
            ]
        )

    def _info(self):
        return {"knockouts": len(self.observed), "claims": len(self.claims)}

    def step(self, action: str):
        if self.published or self.unfunded:
            return "The project is finished.", 0.0, self.published, self.unfunded, self._info()
        self.turns += 1
        text = self._apply(self._content(action))
        if self.published:
            right = self.claims == self.parent
            text += " Reviewers reproduce every claim." if right else " Reviewers refute it."
            return text, 1.0 if right else 0.0, True, False, self._info()
        if self.turns >= self.max_turns:
            self.unfunded = True
            return text + " The grant has run out.", 0.0, False, True, self._info()
        return text + "\n" + self._prompt(), 0.0, False, False, self._info()

    def _apply(self, content: str) -> str:
        names = {g.lower(): g for g in self.genes}
        knock = re.fullmatch(r"knockout (\w+)", content)
        if knock and knock.group(1) in names:
            gene = names[knock.group(1)]
            self.observed[gene] = self._silent(gene)
            return f"Strain without {gene}: silent {', '.join(self.observed[gene])}."
        claim = re.fullmatch(r"claim (\w+) activated by (\w+)", content)
        if claim and claim.group(1) in names and (claim.group(2) in names or claim.group(2) == "medium"):
            gene = names[claim.group(1)]
            activator = names.get(claim.group(2), "medium")
            if activator == gene:
                return "A gene of this tree never activates itself."
            self.claims[gene] = activator
            return f"Claim noted for {gene}."
        if content == "publish":
            if len(self.claims) < len(self.genes) or len(self.observed) < 2:
                return "The journal wants two knockouts and a claim for each of the five genes."
            self.published = True
            return "The paper is out."
        return "The lab technician does not follow."

    @staticmethod
    def _content(action: str) -> str:
        match = re.search(r"\\boxed\{((?:[^{}]|\{[^{}]*\})*)\}", action)
        if not match:
            return ""
        return " ".join(re.sub(r"\\text(?:it)?|[{}$\"'.]", " ", match.group(1)).lower().split())

    def solution(self) -> str:
        missing = max(0, 2 - len(self.observed))
        plan = [f"knockout {g}" for g in self.genes if g not in self.observed][:missing]
        plan += [f"claim {g} activated by {p}" for g, p in self.parent.items() if self.claims.get(g) != p]
        plan.append("publish")
        return "\n".join(plan)
