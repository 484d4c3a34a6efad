// Validates patterns in a plan, so that no text of a page can make them slow.

/** Maximum number of steps per match: a few dozen milliseconds. */
const BUDGET = 5e7;
const MAX_CHARACTERS = 2_000;
const MIN_CHARACTERS = 64;
const MAX_PATTERN = 300;
/** From this range on, `{n,m}` counts as unbounded. */
const LARGE_REPEAT = 20;

export type SafePattern = {
  regex: RegExp;
  /** Maximum length of a text; longer texts are not matched. */
  mostCharacters: number;
};

/**
 * Parses a JavaScript pattern. Returns an error sentence if it cannot be used: invalid syntax, nested repeats,
 * look-around, a backreference, or so many unbounded repeats that a match could take too long.
 */
export function safePattern(source: string): SafePattern | string {
  if (source === "") return "The pattern after re: is empty.";
  if (source.length > MAX_PATTERN) return `The pattern has more than ${MAX_PATTERN} characters.`;
  let regex: RegExp;
  try {
    regex = new RegExp(source);
  } catch {
    return "The pattern after re: is not a valid regular expression.";
  }
  const found = weigh(source);
  if (typeof found === "string") return found;
  // Every unbounded repeat tries each length, and an unanchored pattern also each start.
  const power = found.open + (source.startsWith("^") && !found.topAlternation ? 0 : 1);
  const most = Math.floor((BUDGET / found.factor) ** (1 / Math.max(1, power)));
  if (most < MIN_CHARACTERS)
    return "The pattern has too many repeats or alternatives: a match could take very long. Anchor it with ^ or split it.";
  return { regex, mostCharacters: Math.min(MAX_CHARACTERS, most) };
}

type Weight = { open: number; factor: number; topAlternation: boolean };
type Group = { choices: number; variable: boolean; alternation: boolean };

/** Returns the number of unbounded repeats, and the number of ways to match the bounded ones and the alternatives. */
function weigh(source: string): Weight | string {
  const groups: Group[] = [{ choices: 1, variable: false, alternation: false }];
  let open = 0;
  let factor = 1;
  let last: Group | null = null;
  for (let at = 0; at < source.length; ) {
    const sign = source[at] as string;
    const inside = groups.at(-1) as Group;
    if (sign === "\\") {
      if (/[1-9k]/.test(source[at + 1] ?? "")) return "The pattern refers back to a group, which can take very long.";
      at += 2;
      last = null;
    } else if (sign === "[") {
      at = endOfClass(source, at);
      last = null;
    } else if (sign === "(") {
      if (/^\(\?(?:[=!]|<[=!])/.test(source.slice(at, at + 4)))
        return "The pattern looks ahead or behind, which is not supported.";
      groups.push({ choices: 1, variable: false, alternation: false });
      at += /^\(\?(?::|<\w+>)/.exec(source.slice(at))?.[0].length ?? 1;
      last = null;
    } else if (sign === ")") {
      last = groups.pop() ?? null;
      const outer = groups.at(-1);
      if (last && outer) {
        factor *= last.choices;
        outer.variable ||= last.variable;
        outer.alternation ||= last.alternation;
      }
      at += 1;
    } else if (sign === "|") {
      inside.choices += 1;
      inside.alternation = true;
      at += 1;
      last = null;
    } else {
      const repeat = repeatAt(source, at);
      if (!repeat) {
        at += 1;
        last = null;
        continue;
      }
      const { least, most, length } = repeat;
      if (last && most > 1 && (last.variable || last.alternation))
        return "The pattern repeats a group that itself repeats or has alternatives, which can take very long.";
      if (most - least > LARGE_REPEAT) open += 1;
      else factor *= most - least + 1;
      if (most !== least) inside.variable = true;
      at += length;
      last = null;
    }
  }
  const whole = groups[0] as Group;
  return { open, factor: factor * whole.choices, topAlternation: whole.choices > 1 };
}

function repeatAt(source: string, at: number): { least: number; most: number; length: number } | null {
  const found = /^(?:[*+?]|\{\d+(?:,\d*)?\})\??/.exec(source.slice(at, at + 20))?.[0];
  if (found === undefined) return null;
  const length = found.length;
  if (found.startsWith("*")) return { least: 0, most: Number.POSITIVE_INFINITY, length };
  if (found.startsWith("+")) return { least: 1, most: Number.POSITIVE_INFINITY, length };
  if (found.startsWith("?")) return { least: 0, most: 1, length };
  const [, least = "0", comma, most] = /^\{(\d+)(,)?(\d*)\}/.exec(found) ?? [];
  const upper = comma === undefined ? Number(least) : most ? Number(most) : Number.POSITIVE_INFINITY;
  return { least: Number(least), most: upper, length };
}

function endOfClass(source: string, start: number): number {
  for (let at = start + 1; at < source.length; at += 1) {
    if (source[at] === "\\") at += 1;
    else if (source[at] === "]") return at + 1;
  }
  return source.length;
}
