import random,re
class StationEnv:
 def __init__(s,max_turns=4):
  s.max_turns=max_turns
  s.reset()
 def reset(s,seed=None):
  r=random.Random(seed)
  s.t=0
  s.won=s.end=False
  s.p=sorted(r.sample(range(1,6),2))
  s.bad=False
  return "Two of 5 apples light the station. Try one, \\boxed{1}. Then name both once, \\boxed{1 2}.",{}
 def step(s,action):
  if s.end:return "Over.",0.0,s.won,not s.won,{}
  s.t+=1
  a=re.findall(r"\\boxed\{ *(\d(?: \d)?) *\}",action)
  g=[int(k) for k in a[0].split()] if a else []
  s.won=g==s.p
  s.bad=len(g)==2 and not s.won
  s.end=s.won or s.bad or s.t>=s.max_turns
  return "Right." if s.won else "Wrong." if s.bad else "Light." if g and g[0] in s.p else "Dark.",float(s.won),s.won,s.end and not s.won,{}
 def solution(s):
  return ["\\boxed{%d}"%s.p[0],"\\boxed{%d %d}"%(s.p[0],s.p[1])]
