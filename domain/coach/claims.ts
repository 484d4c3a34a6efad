// Finds claims in an answer that no tool made, in words rather than digits: written-out numbers, verdicts, actions and addresses. Pure.

const SMALL =
  "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen".split(
    " ",
  );
const TENS = "twenty thirty forty fifty sixty seventy eighty ninety".split(" ");
const VALUES = new Map<string, number>([
  ...SMALL.map((word, at): [string, number] => [word, at]),
  ...TENS.map((word, at): [string, number] => [word, 20 + 10 * at]),
  ["dozen", 12],
]);
const SCALES = new Map([
  ["hundred", 100],
  ["thousand", 1_000],
  ["million", 1_000_000],
]);
const WORD = [...VALUES.keys(), ...SCALES.keys()].join("|");
const WRITTEN = new RegExp(`\\b(?:${WORD})(?:(?:[\\s-]+and)?[\\s-]+(?:${WORD}))*\\b`, "gi");

/** Converts a written-out number: "one hundred and five" is 105. */
function amountOf(written: string): number {
  let whole = 0;
  let part = 0;
  for (const word of written.toLowerCase().split(/[\s-]+/)) {
    const scale = SCALES.get(word);
    if (scale === undefined) part += VALUES.get(word) ?? 0;
    else if (scale === 100) part = Math.max(1, part) * scale;
    else {
      whole += Math.max(1, part) * scale;
      part = 0;
    }
  }
  return whole + part;
}

/** "one" is usually a pronoun; where it is a number, the text elsewhere contains the digit. */
const isCounted = (written: string): boolean => !/^one$/i.test(written);

/** Words that turn a claim into something else, such as a negation or a condition. */
const DENIED =
  /\b(?:no|not|never|cannot|can't|isn't|aren't|wasn't|don't|doesn't|didn't|haven't|hasn't|couldn't|without|unless|until|before|whether|if|once|when|would|should|must|may have to)\b[^.!?]*$/i;

const TO_SHIP = "(?:releas\\w*|ship\\w*|merg\\w*|deploy\\w*|publish\\w*|launch\\w*|production|go(?:ing)? live)";
const VERDICTS = [
  new RegExp(
    `\\b(?:safe|ready|good|fine|ok|okay|clear|cleared|fit|approved|all set)\\s+(?:to|for)\\s+(?:be\\s+|the\\s+|a\\s+)?${TO_SHIP}`,
    "gi",
  ),
  new RegExp(`\\b(?:can|may)\\s+(?:now\\s+|safely\\s+)*(?:be\\s+)?(?:safely\\s+)?${TO_SHIP}`, "gi"),
  /\b(?:release|ship|merge|deploy) it\b/gi,
  /\bgo ahead and \w+/gi,
  /\b(?:everything|all (?:the )?(?:tests?|checks?|scenarios?|screenshots?|pages?|pillars?))\s+(?:is|are|has|have|was|were)?\s*(?:all\s+)?(?:passed|passes|pass|passing|green|fine|ok|okay|good|well)\b/gi,
];

const DEED =
  "approved|accepted|rejected|started|restarted|launched|triggered|scheduled|ran|deleted|removed|created|added|fixed|healed|repaired|updated|changed|renamed|merged|posted|commented|cancelled|canceled|captured|promoted|applied|saved|stored|set|sent|notified|deployed|released|configured|recorded|undid|reverted|ignored|masked";
const ACTIONS_DONE = [
  new RegExp(
    `\\b(?:I|we)(?:'ve|’ve)?\\s+(?:have\\s+|had\\s+|just\\s+|already\\s+|now\\s+|also\\s+|successfully\\s+)*(?:${DEED})\\b`,
    "gi",
  ),
  /\b(?:I am|I'm|I’m|I will|I'll|I’ll)\s+(?:now\s+|just\s+)?(?:approving|rejecting|starting|running|deleting|creating|fixing|applying|merging|posting|approve|reject|start|run|delete|create|fix|apply|merge|post)\b/gi,
  /(?:^|[.!?]\s+)(?:done|approved|started|deleted|fixed|merged|applied|created)\s*(?:[.!:]|$)/gim,
  /\b(?:has|have) (?:now )?been (?:approved|started|deleted|fixed|merged|applied|created|rejected) (?:for you|by me|now|as you asked)\b/gi,
];

/** Addresses with a scheme, or in a form that browsers and chats turn into links. */
const ADDRESS =
  /\b(?:https?|ftp|wss?):\/\/[^\s<>()[\]"'`]+|\bwww\.[^\s<>()[\]"'`]+|\bmailto:[^\s<>()[\]"'`]+|\]\(\s*(?!https?:)([^)\s]+)/gi;

/** Returns a source as one text. */
const textOf = (source: unknown): string => (typeof source === "string" ? source : (JSON.stringify(source) ?? ""));

export type ClaimSources = {
  /** Results of tools, the question, and earlier answers. */
  said: readonly unknown[];
  /** Whether the tools reported a positive verdict, which the answer may repeat. */
  passed: boolean;
};

/** Returns the claims of the answer that no source contains, in the words of the answer. */
export function unheldClaims(answer: string, { said, passed }: ClaimSources): string[] {
  const known = said.map(textOf).join("\n");
  const numbers = new Set([...known.matchAll(/\d[\d,]*(?:\.\d+)?/g)].map(([text]) => Number(text.replaceAll(",", ""))));
  const lower = known.toLowerCase();
  const missing: string[] = [];
  for (const [written] of answer.matchAll(WRITTEN))
    if (isCounted(written) && !numbers.has(amountOf(written)) && !holdsWord(lower, written.toLowerCase()))
      missing.push(written);
  if (!passed) missing.push(...claimed(answer, VERDICTS));
  missing.push(...claimed(answer, ACTIONS_DONE));
  for (const [whole, target] of answer.matchAll(ADDRESS)) {
    const address = (target ?? whole).replace(/[.,;:!?]+$/, "");
    if (!known.includes(address)) missing.push(address);
  }
  return [...new Set(missing)];
}

function claimed(answer: string, patterns: readonly RegExp[]): string[] {
  return patterns.flatMap((pattern) =>
    [...answer.matchAll(pattern)].flatMap((match) => {
      const sentence =
        answer
          .slice(0, match.index)
          .split(/[.!?\n]/)
          .at(-1) ?? "";
      return DENIED.test(`${sentence} `) ? [] : [match[0].replace(/^[.!?]\s+/, "").trim()];
    }),
  );
}

const holdsWord = (text: string, word: string): boolean =>
  new RegExp(`\\b${word.replace(/[\s-]+/g, "[\\s-]+")}\\b`).test(text);
