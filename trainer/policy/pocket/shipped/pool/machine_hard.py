import random,re
class VineyardEnv:
 def __init__(s,max_turns=4):
  s.max_turns=max_turns
  s.reset()
 def reset(s,seed=None):
  r=random.Random(seed)
  s.t=0
  s.won=s.end=False
  s.k,s.b=r.randint(2,6),r.randint(1,6)
  s.bad=False
  return "A vineyard turns numbers into wheels. Feed it \\boxed{0} or \\boxed{1}. How many come of 2? Reply once, as \\boxed{= 77}.",{}
 def step(s,action):
  if s.end:return "Over.",0.0,s.won,not s.won,{}
  s.t+=1
  a=re.findall(r"\\boxed\{ *([01]|= \d+) *\}",action)
  g=a[0] if a else "-"
  s.won=g==f"= {s.k*2+s.b}"
  s.bad=g[0]=="=" and not s.won
  s.end=s.won or s.bad or s.t>=s.max_turns
  return f"{g} gives {s.k*int(g)+s.b}." if g.isdigit() else "Right." if s.won else "No.",float(s.won),s.won,s.end and not s.won,{}
 def solution(s):
  return ["\\boxed{0}","\\boxed{= %d}"%(s.k*2+s.b)]
