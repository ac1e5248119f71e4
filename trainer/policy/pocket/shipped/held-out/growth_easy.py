import random,re
class DepotEnv:
 def __init__(s,max_turns=1):
  s.max_turns=max_turns
  s.reset()
 def reset(s,seed=None):
  r=random.Random(seed)
  s.t=0
  s.won=s.end=False
  x=r.randint(3,7)
  s.n=x*2-3
  return f"A depot has {x} frogs. They grow 2-fold, then 3 go. How many then? Reply \\boxed{{99}}.",{}
 def step(s,action):
  if s.end:return "Over.",0.0,s.won,not s.won,{}
  s.t+=1
  a=re.findall(r"\\boxed\{ *(\d{1,5}) *\}",action)
  s.won=a==[str(s.n)]
  s.end=s.won or s.t>=s.max_turns
  return "Right." if s.won else "Wrong.",float(s.won),s.won,s.end and not s.won,{}
 def solution(s):
  return "\\boxed{%d}"%s.n
