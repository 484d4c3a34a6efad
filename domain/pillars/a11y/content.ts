// Data gathered about the text, images, forms, tables and media of one page: plain JSON, limited in count and length.

/** An element of the page as a finding shows it. */
export type ContentElement = {
  /** Plumbline's selector, the target of a finding. */
  target: string;
  /** Start tag and the beginning of the text. */
  html: string;
};

/** Text in one declared language, and the language that the detector found. Null if the text is too short or there is no detector. */
export type SpokenText = {
  /** The `lang` that applies to it; empty if there is none. */
  declared: string;
  text: string;
  detected: DetectedLanguage | null;
};

/** `language`: ISO 639-1 code, or a language derived from its script if only that language uses it. Scores are from 0 to 1. */
export type DetectedLanguage = { language: string; score: number; second: number };

export type ContentLink = ContentElement & {
  name: string;
  /**
   * What else describes the link's target. `words`: the sentence, paragraph, list item, table row or description. `heading`: a heading or
   * words nearby.
   * `none`: nothing.
   */
  context: "words" | "heading" | "none";
};

/** `href`: `#` or a `javascript:` URL. */
export type EmptyLink = ContentElement & { name: string; href: string };

/** An image whose name may be meaningless, or a decorative image that has a text. */
export type ContentPicture = ContentElement & {
  name: string;
  /** Last segment of its URL. */
  file: string;
  title: string;
  /** Whether it is marked as decorative by an empty alt, role none or aria-hidden. */
  decorative: boolean;
  /** Whether the text around it contains the same words. */
  repeated: boolean;
};

/** A field whose only name is its placeholder. `alone`: whether it is the only field next to a button, as in a search form. */
export type PlaceholderField = ContentElement & { placeholder: string; alone: boolean };

/** Radio buttons or checkboxes with the same name. `group`: name of the group around them; null if there is no group. */
export type ChoiceGroup = ContentElement & { kind: "radio" | "checkbox"; choices: string[]; group: string | null };

/** A fieldset or group without a name. `choices`: number of its radio buttons and checkboxes; `controls`: number of all its fields. */
export type NamelessGroup = ContentElement & { choices: number; controls: number };

/** Fields of one form and one group with the same label. */
export type SameLabel = ContentElement & { label: string; fields: number };

/** A table without header cells. */
export type HeaderlessTable = ContentElement & {
  rows: number;
  columns: number;
  /** Whether a caption, thead, summary or name marks it as a data table. */
  announced: boolean;
  /** Whether all cells of the first row are bold and those of the second row are not. */
  boldRow: boolean;
  /** Share of cells below the first row that are numbers, prices or dates; 0 to 1. */
  figures: number;
  /** Whether it is a layout table: its cells contain fields, images, headings, tables or long text. */
  layout: boolean;
};

/** Audio or video that plays automatically and is not muted. */
export type SelfPlaying = ContentElement & {
  kind: "audio" | "video" | "frame";
  /** Duration in seconds; null if unknown, `-1` if endless. */
  seconds: number | null;
  /** Whether it has sound; null if unknown. */
  audible: boolean | null;
  /** `own`: its own controls. `page`: a button on the page that pauses or mutes it. */
  control: "own" | "page" | "none";
};

/**
 * Audio that visitors can start or that plays automatically. `letters`: number of letters in the part of the page around it, up to 600.
 * `transcript`: whether a link, button or heading on the page names one. `live`: null if none of the audio was loaded.
 */
export type Recording = ContentElement & {
  live: boolean | null;
  captions: boolean;
  transcript: boolean;
  letters: number;
};

/** An obsolete HTML element that only sets a style. */
export type ObsoleteElement = ContentElement & { name: string; count: number };

/** An element that a style for one orientation rotates, with its rotation in degrees. */
export type Turned = ContentElement & { landscape: number; portrait: number };

export type Content = {
  state: "read";
  /** Number of elements that the rules checked, by kind. */
  counts: { links: number; pictures: number; fields: number; groups: number; tables: number; media: number };
  /** Samples of the page's own text from its beginning, middle and end. */
  page: SpokenText[];
  direction: "ltr" | "rtl";
  /** Elements with their own `lang`. */
  parts: (ContentElement & SpokenText & { direction: "ltr" | "rtl" })[];
  /** Passages in the page's declared language that the detector assigned to another. */
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
  /** Missing in data of earlier versions. */
  recordings?: Recording[];
  obsolete: ObsoleteElement[];
  turned: Turned[];
};
