// Reads the words, images, forms, tables and media of the page and of the documents in its frames, once, and detects the
// languages of its texts.
import { CaptureFailure } from "../../../browsers/page/failures.ts";
import { LateError, type World } from "../../../browsers/page/frameWorlds.ts";
import { saysNothing } from "../../../domain/pillars/a11y/checks/link-purpose.ts";
import type { Content, SpokenText } from "../../../domain/pillars/a11y/content.ts";
import type { A11yData } from "../../../domain/pillars/a11y/gathered.ts";
import { scrubbed } from "../../../domain/pillars/a11y/scrub.ts";
import { spokenIn } from "../../../domain/pillars/a11y/spoken.ts";
import { OWN_CHECKS } from "../../../domain/pillars/a11y/table.ts";
import { plural } from "../../../domain/text.ts";
import { inThread, ThreadJobError } from "../../threads/inThread.ts";
import { type FormFacts, readForms } from "./inPage/content/forms.ts";
import { type LanguageFacts, readLanguages } from "./inPage/content/languages.ts";
import { type DescribeLinks, type LinkFacts, readLinks } from "./inPage/content/links.ts";
import { type Audible, readMedia, readObsolete, readRecordings } from "./inPage/content/media.ts";
import { readPictures } from "./inPage/content/pictures.ts";
import { type ContentLimits, type DescribedElement, makeReading } from "./inPage/content/reading.ts";
import { readTables } from "./inPage/content/tables.ts";
import { readTurned } from "./inPage/content/turned.ts";
import type { InnerDocument } from "./runAxe.ts";
import type { OwnFailure } from "./shots.ts";

const READ_MS = 10_000;
const ANSWER_MS = 5_000;
const LIMITS: ContentLimits = { elements: 20_000, each: 50, page: 4_500, part: 600 };

type Facts = {
  links: LinkFacts;
  pictures: ReturnType<typeof readPictures>;
  forms: FormFacts;
  tables: ReturnType<typeof readTables>;
  media: ReturnType<typeof readMedia>;
  recordings: ReturnType<typeof readRecordings>;
  obsolete: ReturnType<typeof readObsolete>;
  languages: LanguageFacts;
  turned: ReturnType<typeof readTurned>;
  elements: DescribedElement[];
};

const SCRIPT = `(() => {
  const reading = (${makeReading})(${JSON.stringify(LIMITS)});
  const facts = {
    links: (${readLinks})(reading),
    pictures: (${readPictures})(reading),
    forms: (${readForms})(reading),
    tables: (${readTables})(reading),
    media: (${readMedia})(reading),
    recordings: (${readRecordings})(reading),
    obsolete: (${readObsolete})(reading),
    languages: (${readLanguages})(reading),
    turned: (${readTurned})(reading),
  };
  return { ...facts, elements: reading.describe() };
})()`;

export type ContentReading = {
  state: "read";
  /** Elements that break a rule and need no language detection. */
  failures: OwnFailure[];
  /** Measures the same page in portrait orientation. */
  upright(): Promise<void>;
  /** Waits for the language detection, which runs in a thread while other data is gathered. */
  finish(notes: string[]): Promise<Content>;
};

/** Throws like `World.evaluate`. A frame that does not respond is left out, and the notes say so. */
export async function readContent(
  world: World,
  inner: readonly InnerDocument[],
  signal: AbortSignal,
): Promise<ContentReading> {
  const page = await readDocument({ world, target: "" });
  const documents = [page];
  for (const frame of inner) {
    try {
      documents.push(await readDocument(frame));
    } catch (error) {
      if (signal.aborted || error instanceof CaptureFailure) throw error;
    }
  }
  const unread = inner.length + 1 - documents.length;
  const content = documents.map((read) => read.content).reduce(joined);
  const detected = detect(content, signal);
  // Awaited in `finish`; if the page is abandoned before that, a rejection must not end the process.
  detected.catch(() => undefined);
  let { turned } = content;
  return {
    state: "read",
    failures: failuresOf(content, page.elements),
    async upright() {
      // A frame's orientation depends on its own size, so only the page's own parts, which come first, are measured again.
      if (page.content.turned.length === 0) return;
      const angles = await world.evaluate<number[]>("plumblineAngles()", ANSWER_MS);
      turned = turned.map((part, index) => ({ ...part, portrait: angles[index] ?? part.portrait }));
    },
    async finish(notes) {
      if (unread > 0) notes.push(`The words of ${plural(unread, "frame")} could not be read.`);
      try {
        return { ...content, ...(await detected), turned };
      } catch (error) {
        if (signal.aborted || !(error instanceof ThreadJobError)) throw error;
        notes.push("The languages of the page's texts could not be detected.");
        return { ...content, passages: [], turned };
      }
    },
  };
}

type ReadDocument = { content: Content; elements: DescribedElement[] };

async function readDocument({ world, target }: InnerDocument): Promise<ReadDocument> {
  const facts = await world.evaluate<Facts>(SCRIPT, READ_MS);
  await hearFilms(world, facts.media.media);
  const vague = facts.links.named.flatMap(({ name, language }, place) => (saysNothing(name, language) ? [place] : []));
  const links = vague.length === 0 ? [] : await describeLinks(world, vague.slice(0, LIMITS.each));
  return { content: contentOf(facts, links, target), elements: [...facts.elements, ...links] };
}

const MAX_FILMS = 5;

/** Checks whether unstoppable videos have sound: an audio track may be silent, and a video that has not started has no data yet. */
async function hearFilms(world: World, media: ReturnType<typeof readMedia>["media"]): Promise<void> {
  const places = media
    .flatMap(({ kind, audible, control }, place) =>
      kind === "video" && audible !== false && control === "none" ? [place] : [],
    )
    .slice(0, MAX_FILMS);
  if (places.length === 0) return;
  const asked = world.evaluate<Awaited<ReturnType<Audible>>>(`plumblineAudible(${JSON.stringify(places)})`, ANSWER_MS);
  // Videos not checked in time keep their assumed state; the rest of the page is read anyway.
  const heard = await asked.catch((error: unknown) => {
    if (error instanceof LateError) return [];
    throw error;
  });
  for (const [index, place] of places.entries()) {
    const film = media[place];
    if (film) film.audible = heard[index] ?? film.audible;
  }
}

/** The page's own text and direction come from its main document. */
function joined(page: Content, frame: Content): Content {
  const both = <K extends ContentList>(key: K): Content[K] =>
    [...page[key], ...frame[key]].slice(0, LIMITS.each) as Content[K];
  const counts = { ...page.counts };
  for (const key of Object.keys(counts) as (keyof Content["counts"])[]) counts[key] += frame.counts[key];
  const lists = Object.fromEntries(CONTENT_LISTS.map((key) => [key, both(key)])) as Pick<Content, ContentList>;
  const recordings = [...(page.recordings ?? []), ...(frame.recordings ?? [])].slice(0, LIMITS.each);
  return { ...page, ...lists, recordings, counts };
}

const CONTENT_LISTS = [
  "parts",
  "passages",
  "links",
  "emptyLinks",
  "pictures",
  "placeholders",
  "choices",
  "nameless",
  "sameLabels",
  "tables",
  "media",
  "obsolete",
  "turned",
] as const satisfies readonly (keyof Content)[];
type ContentList = (typeof CONTENT_LISTS)[number];

const describeLinks = (world: World, places: readonly number[]): Promise<ReturnType<DescribeLinks>> =>
  world.evaluate(`plumblineLinks(${JSON.stringify(places)})`, ANSWER_MS);

/** `frame`: the target of the frame that contains the document, "" for the page's own. */
function contentOf(facts: Facts, links: ReturnType<DescribeLinks>, frame: string): Content {
  const { pictures, forms, tables, media, languages, elements } = facts;
  const within = (target: string): string => (frame === "" ? target : `${frame} |> ${target}`);
  const named = <T extends { at: number }>({ at, ...fact }: T) => ({
    ...fact,
    target: within(elements[at]?.target ?? ""),
    html: elements[at]?.html ?? "",
  });
  const undetected = (text: string): SpokenText => ({ declared: languages.declared, text, detected: null });
  return {
    state: "read",
    counts: {
      links: facts.links.count,
      pictures: pictures.count,
      fields: forms.fields,
      groups: forms.groups,
      tables: tables.count,
      media: media.count,
    },
    page: languages.pieces.map(undetected),
    direction: languages.direction,
    parts: languages.parts.map((part) => ({ ...named(part), detected: null })),
    passages: languages.passages.map((passage) => ({ ...named(passage), ...undetected(passage.text) })),
    links: links.map(({ box: _, ...link }) => ({ ...link, target: within(link.target) })),
    emptyLinks: facts.links.emptyLinks.map(named),
    pictures: pictures.pictures.map(named),
    placeholders: forms.placeholders.map(named),
    choices: forms.choices.map(named),
    nameless: forms.nameless.map(named),
    sameLabels: forms.sameLabels.map(named),
    tables: tables.tables.map(named),
    media: media.media.map(named),
    recordings: facts.recordings.map(named),
    obsolete: facts.obsolete.map(named),
    turned: facts.turned.map(named),
  };
}

function failuresOf(content: Content, elements: readonly DescribedElement[]): OwnFailure[] {
  const boxes = new Map(elements.map(({ target, box }) => [scrubbed(target), box]));
  return OWN_CHECKS.filter(({ needs }) => needs === "content").flatMap(({ check }) =>
    [check.run({ content } as A11yData)]
      .flat()
      .filter(({ outcome }) => outcome === "failed")
      .map(({ target }) => ({ rule: check.rule, target, box: boxes.get(target) ?? null })),
  );
}

/** Passages in the page's own language are not relevant to any rule and left out. */
async function detect(
  { page, parts, passages }: Content,
  signal: AbortSignal,
): Promise<Pick<Content, "page" | "parts" | "passages">> {
  const texts: SpokenText[] = [...page, ...parts, ...passages];
  const found = await inThread("detectLanguages", { texts: texts.map(({ text }) => text) }, { signal });
  const told = <T extends SpokenText>(list: readonly T[]): T[] =>
    list.map((one) => ({ ...one, detected: found[texts.indexOf(one)] ?? null }));
  const strange = told(passages).filter((one) => spokenIn([one]).verdict === "wrong");
  return { page: told(page), parts: told(parts), passages: strange };
}
