import random,re
class MonasteryEnv:
 def __init__(s,max_turns=4):
  s.max_turns=max_turns
  s.reset()
 def reset(s,seed=None):
  r=random.Random(seed)
  s.t=0
  s.won=s.end=False
  s.n=r.randint(1,25)
  return "A monastery hides 1 to 25 stones. How many? Reply \\boxed{9}.",{}
 def step(s,action):
  if s.end:return "Over.",0.0,s.won,not s.won,{}
  s.t+=1
  a=re.findall(r"\\boxed\{ *(\d{1,3}) *\}",action)
  g=int(a[0]) if a else 0
  s.won=g==s.n
  s.end=s.won or s.t>=s.max_turns
  return "Right." if s.won else "More." if g<s.n else "Less.",float(s.won),s.won,s.end and not s.won,{}
 def solution(s):
  return "\\boxed{%d}"%s.n
