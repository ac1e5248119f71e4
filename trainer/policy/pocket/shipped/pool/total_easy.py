import random,re
class PondEnv:
 def __init__(s,max_turns=5):
  s.max_turns=max_turns
  s.reset()
 def reset(s,seed=None):
  r=random.Random(seed)
  s.t=0
  s.won=s.end=False
  s.p=[r.choice([2,5,8]) for _ in range(5)]
  s.left=sum(s.p)
  return f"The pond still takes {s.left} roses, exactly. Add \\boxed{{2}}, \\boxed{{5}} or \\boxed{{8}}.",{}
 def step(s,action):
  if s.end:return "Over.",0.0,s.won,not s.won,{}
  s.t+=1
  a=re.findall(r"\\boxed\{ *([258]) *\}",action)
  if a:s.left-=int(a[0])
  s.won=s.left==0
  s.end=s.won or s.left<0 or s.t>=s.max_turns
  return f"{s.left} left.",float(s.won),s.won,s.end and not s.won,{}
 def solution(s):
  return ["\\boxed{%d}"%k for k in s.p]
