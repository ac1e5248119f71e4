import random,re
class InnEnv:
 def __init__(s,max_turns=9):
  s.max_turns=max_turns
  s.reset()
 def reset(s,seed=None):
  r=random.Random(seed)
  s.t=0
  s.won=s.end=False
  s.n="".join(r.choice("123") for _ in range(3))
  return "A inn of seeds has a lock: 3 digits, 1 to 3. Reply \\boxed{111}.",{}
 def step(s,action):
  if s.end:return "Over.",0.0,s.won,not s.won,{}
  s.t+=1
  a=re.findall(r"\\boxed\{ *([1-3]{3}) *\}",action)
  g=a[0] if a else "-"
  k=sum(x==y for x,y in zip(g,s.n))
  s.won=k==3
  s.end=s.won or s.t>=s.max_turns
  return f"{k} in place.",float(s.won),s.won,s.end and not s.won,{}
 def solution(s):
  return "\\boxed{%s}"%s.n
