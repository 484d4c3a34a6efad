// What is gathered about the words, pictures, forms, tables and media of one page: plain JSON, bounded in count and length.

/** An element of the page, as a finding names it. */
export type ContentElement = {
  /** Our own selector; the target of a finding. */
  target: string;
  /** Its start tag and the beginning of its text. */
  html: string;
};

/** Text in one declared language, and what a detector takes it for. Null: too short, or no detector. */
export type SpokenText = {
  /** The `lang` that holds for it; empty where there is none. */
  declared: string;
  text: string;
  detected: DetectedLanguage | null;
};

/** `language`: ISO 639-1, or a language's script where it is the only one of that script. Scores are 0 to 1. */
export type DetectedLanguage = { language: string; score: number; second: number };

export type ContentLink = ContentElement & {
  name: string;
  /**
   * What else tells where it leads. `words`: the sentence, paragraph, list item, table row or description. `heading`: a heading
   * or words nearby. `none`: nothing.
   */
  context: "words" | "heading" | "none";
};

/** `href`: `#` or a javascript: address. */
export type EmptyLink = ContentElement & { name: string; href: string };

/** A picture with a name that may say nothing, or one that is marked as decoration and has a text. */
export type ContentPicture = ContentElement & {
  name: string;
  /** The last part of its address. */
  file: string;
  title: string;
  /** Marked as decoration: an empty alt, role none or aria-hidden. */
  decorative: boolean;
  /** The text around it shows the same words. */
  repeated: boolean;
};

/** A field whose only name is its placeholder. `alone`: the only field beside a button, as in a search. */
export type PlaceholderField = ContentElement & { placeholder: string; alone: boolean };

/** Radio buttons or checkboxes of one name. `group`: the name of the group around them; null where there is no group. */
export type ChoiceGroup = ContentElement & { kind: "radio" | "checkbox"; choices: string[]; group: string | null };

/** A fieldset or group without a name. `choices`: radio buttons and checkboxes in it; `controls`: all fields in it. */
export type NamelessGroup = ContentElement & { choices: number; controls: number };

/** Fields of one form and one group that have the same label. */
export type SameLabel = ContentElement & { label: string; fields: number };

/** A table without any header cell. */
export type HeaderlessTable = ContentElement & {
  rows: number;
  columns: number;
  /** It has a caption, a thead, a summary or a name: it says that it is a table of data. */
  announced: boolean;
  /** All cells of the first row are bold, and those of the second are not. */
  boldRow: boolean;
  /** The share of cells below the first row that are numbers, prices or dates; 0 to 1. */
  figures: number;
  /** Fields, pictures, headings, tables or long text in cells: it lays out the page. */
  layout: boolean;
};

/** A sound or film that begins by itself and is not muted. */
export type SelfPlaying = ContentElement & {
  kind: "audio" | "video" | "frame";
  /** Seconds; null where it is not known. Infinity is `-1`. */
  seconds: number | null;
  /** False: it has no sound. Null: not known. */
  audible: boolean | null;
  /** `own`: its own controls. `page`: a button of the page that pauses or mutes. */
  control: "own" | "page" | "none";
};

/**
 * A sound that visitors can start, or that starts by itself. `letters`: read out in the part of the page around it, 600 at most.
 * `transcript`: a link, button or heading of the page names one. `live`: null where nothing of the sound was loaded.
 */
export type Recording = ContentElement & {
  live: boolean | null;
  captions: boolean;
  transcript: boolean;
  letters: number;
};

/** An element of old HTML that styles by itself. */
export type ObsoleteElement = ContentElement & { name: string; count: number };

/** A part of the page that a style for one orientation turns. Degrees. */
export type Turned = ContentElement & { landscape: number; portrait: number };

export type Content = {
  state: "read";
  /** Elements that the rules looked at, by kind. */
  counts: { links: number; pictures: number; fields: number; groups: number; tables: number; media: number };
  /** The page's own text, in pieces from its beginning, middle and end. */
  page: SpokenText[];
  direction: "ltr" | "rtl";
  /** Parts with a language of their own. */
  parts: (ContentElement & SpokenText & { direction: "ltr" | "rtl" })[];
  /** Passages in the page's language that a detector takes for another. */
  passages: (ContentElement & SpokenText)[];
  links: ContentLink[];
  emptyLinks: EmptyLink[];
  pictures: ContentPicture[];
  placeholders: PlaceholderField[];
  choices: ChoiceGroup[];
  nameless: NamelessGroup[];
  sameLabels: SameLabel[];
  tables: HeaderlessTable[];
  media: SelfPlaying[];
  /** Data of earlier versions has none. */
  recordings?: Recording[];
  obsolete: ObsoleteElement[];
  turned: Turned[];
};
