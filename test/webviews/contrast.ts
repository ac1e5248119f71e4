/** How well text stands out from what is behind it. */

/** As WCAG 2 defines it, from 1 to 21; of `rgb(…)` or `#rrggbb`. */
export function contrast(one: string, other: string): number {
  const [light = 1, dark = 0] = [luminance(one), luminance(other)].sort((a, b) => b - a);
  return (light + 0.05) / (dark + 0.05);
}

function luminance(colour: string): number {
  const parts = colour.startsWith('#')
    ? [1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16))
    : [...colour.matchAll(/\d+/g)].map(Number);
  const [red = 0, green = 0, blue = 0] = parts.map((part) => {
    const share = part / 255;
    return share <= 0.03928 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
