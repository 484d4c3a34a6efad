// Schema of plumbline.yml, from which its published JSON Schema is generated. Limits are those of the operations that the sections
// correspond to.
import { array, boolean, type ISchema, lazy, mixed, number, type ObjectShape, object, type Schema, string } from "yup";
import { FEATURE_ID, FEATURE_ID_WORDS, FEATURE_LIMITS, MAX_FEATURE_ID } from "../../../domain/functional/feature.ts";
import { LIMITS } from "../../../domain/functional/gherkin/size.ts";
import { STEP_DEF_FIELDS } from "../../../domain/functional/stepDefShape.ts";
import { modesShape } from "../../../domain/import/modeShape.ts";
import {
  comparisonModeShape,
  MAX_SCENARIOS,
  normalizeShape,
  scenarioShape,
  selectorShape,
  stepsShape,
  urlShape,
  viewportShape,
} from "../../../domain/import/scenarioShape.ts";
import { LOCATION, LOCATION_RULE } from "../../../domain/locations.ts";
import { BRANCH_CHOICES, CHANNEL_EVENTS, CHANNEL_KINDS } from "../../../domain/notify/channels.ts";
import { FILE_VERSION } from "../../../domain/projectFile/types.ts";
import { SCHEDULED_TYPES } from "../../../domain/schedules/schedule.ts";
import { CALL_METHODS, TOTP_ALGORITHMS } from "../../../domain/signIn/call.ts";
import { BROWSERS, VIEWPORT_NAMES } from "../../../domain/visual/shot.ts";
import { MAX_STEP_DEFS } from "../../../models/features/queries.ts";
import { baseUrlField, nameField, slugField } from "../../lib/fields.ts";
import { MAX_TAKEN } from "../environments/signInShape.ts";
import { MAX_CHANNELS, MAX_RECIPIENTS } from "../notifications/channelInput.ts";
import { previewHostsShape } from "../projects/previewHosts.ts";
import { SETTINGS } from "../projects/projectSettings.ts";
import { MAX_WIDE_RULES, wideRuleShape } from "../rules/wideRuleShape.ts";
import {
  MAX_CRON,
  MAX_JITTER_MINUTES,
  MAX_SCHEDULED_SCENARIOS,
  MAX_SCHEDULES,
  MAX_TIME_ZONE,
} from "../schedules/scheduleInput.ts";

const MAX_ENVIRONMENTS = 100;
const MAX_RULES = 200;
const closed = (shape: ObjectShape): Schema => object(shape).noUnknown().default(undefined) as unknown as Schema;
const list = <T extends ISchema<unknown>>(entry: T, most: number) => array(entry).max(most);
const note = <S extends Schema>(schema: S, description: string): S => schema.meta({ description }) as S;

/** POSIX names of variables. */
const VARIABLE = /^[A-Za-z_][A-Za-z0-9_]{0,99}$/;
/** Error that explains how to write a secret: by the name of the variable that holds it. */
const NO_SECRETS =
  "is a secret, which the file must not hold: write { from: NAME }, and set the environment variable NAME where the file is applied";
export const fromShape = closed({
  from: note(
    string().max(100).matches(VARIABLE, "must be the name of an environment variable").required(),
    "Environment variable where the file is applied",
  ),
}).meta({ wrongType: NO_SECRETS }) as Schema;
const isObject = (value: unknown): value is object => typeof value === "object" && value !== null;
const value = () => lazy((given: unknown) => (isObject(given) ? fromShape.required() : string().max(8_000).required()));
const NAME = /^[A-Za-z0-9!#$%&'*+.^_`|~-]{1,100}$/;
/** Keys of stored items may be any text. */
const ANY_NAME = /^.{1,500}$/s;
const byName = (entry: () => ISchema<unknown>, fits = NAME) =>
  lazy((given: unknown) => {
    const names = isObject(given) ? Object.keys(given).slice(0, 100) : [];
    return object(Object.fromEntries(names.map((name) => [name, entry()])))
      .noUnknown(true, "must have at most 100 names")
      .test("names", "must have names without spaces", () => names.every((name) => fits.test(name)))
      .default(undefined);
  });
const required = (schema: Schema): Schema => schema.required();

const ACCESS_PARTS = {
  basicAuth: closed({ username: value(), password: required(fromShape) }),
  headers: byName(() => fromShape.required()),
  cookies: list(
    closed({ name: string().max(200).required(), value: required(fromShape), path: string().max(2_000) }).required(),
    50,
  ),
  signIn: closed({ url: urlShape.required(), steps: mixed() }),
  signInCall: closed({
    method: string().oneOf(CALL_METHODS),
    url: urlShape.required(),
    headers: byName(value),
    json: mixed(),
    form: byName(value, ANY_NAME),
    take: list(mixed().required(), MAX_TAKEN),
    page: urlShape,
  }),
  totp: closed({
    secret: required(fromShape),
    digits: number().integer(),
    period: number().integer(),
    algorithm: string().oneOf(TOTP_ALGORITHMS),
  }),
  localStorage: byName(() => fromShape.required(), ANY_NAME),
  sessionStorage: byName(() => fromShape.required(), ANY_NAME),
  secrets: byName(() => fromShape.required()),
  variables: byName(value),
};
/** Whether the parts fit together is checked once the values are filled in. */
export const accessFromShape = lazy((given: unknown) => {
  if (given === null) return mixed().nullable();
  return isObject(given) && "from" in given ? fromShape : closed(ACCESS_PARTS);
});

const locationShape = () => string().min(1).max(32).matches(LOCATION, LOCATION_RULE).nullable();

const environmentShape = closed({
  slug: note(slugField.required(), "Its name in addresses and commands"),
  name: nameField,
  baseUrl: note(baseUrlField.required(), "Where the site runs"),
  access: accessFromShape,
  location: note(
    locationShape(),
    "Location of the browsers of its runs: the SVC_LOCATION of workers; null: any location",
  ),
});

export const fileScenarioShape = scenarioShape.shape({
  steps: stepsShape,
  comparisonRules: list(
    closed({ selector: selectorShape.required(), mode: comparisonModeShape.required() }).required(),
    MAX_RULES,
  ),
  contentRules: list(
    closed({ selector: selectorShape.required(), normalize: normalizeShape.required() }).required(),
    MAX_RULES,
  ),
});

const projectShape = closed({
  slug: note(slugField.required(), "Which project the file is about"),
  name: nameField,
  baseUrl: baseUrlField,
  mainBranch: note(string().min(1).max(255), "Baselines of other branches fall back to this one"),
  referenceEnvironment: note(slugField, "Environment whose baselines the others compare against"),
  previewHosts: note(
    previewHostsShape,
    "Where runs may visit previews of branches, such as *.preview.example.com; only an administrator changes it",
  ),
});

/** Sections contained in the file itself. `features` and `tracking` name other files, whose contents are checked separately. */
export const OWN_SECTIONS: Readonly<Record<string, Schema>> = {
  $schema: string().max(2_000),
  version: note(number().oneOf([FILE_VERSION]).required(), "Of the file's format"),
  project: projectShape.required(),
  viewports: note(
    closed(Object.fromEntries(VIEWPORT_NAMES.map((name) => [name, viewportShape]))),
    "Sizes that differ from the defaults",
  ),
  modes: modesShape as unknown as Schema,
  changed: note(
    list(
      closed({
        files: list(string().min(1).max(500).required(), 100).required(),
        scenarios: list(string().max(200).required(), MAX_SCENARIOS).defined(),
      }).required(),
      500,
    ),
    "Which scenarios show which files, for run --changed-only: globs and labels. The service does not keep it",
  ),
  settings: note(SETTINGS as unknown as Schema, "Budgets and thresholds of audits, and of the pull request gate"),
};

const scheduleShape = closed({
  name: note(string().min(1).max(100).required(), "Its name in lists and commands"),
  cron: note(
    string().min(1).max(MAX_CRON).required(),
    'Minute, hour, day of the month, month, weekday, such as "30 2 * * *"; at most every five minutes',
  ),
  timeZone: note(string().min(1).max(MAX_TIME_ZONE), "Of the IANA database, such as Europe/Berlin; default UTC"),
  jitterMinutes: note(
    number().integer().min(0).max(MAX_JITTER_MINUTES),
    "Starts up to this many minutes later, so that not everything starts at the same time",
  ),
  types: note(
    list(string().oneOf(SCHEDULED_TYPES).required(), SCHEDULED_TYPES.length).min(1).required(),
    "What it starts; [full] is every pillar",
  ),
  environment: note(slugField, "Environment; default: the project's address"),
  scenarios: note(list(string().min(1).max(200).required(), MAX_SCHEDULED_SCENARIOS), "Labels; default: all"),
  browsers: list(string().oneOf(BROWSERS).required(), BROWSERS.length),
  branch: string().min(1).max(255),
  location: note(locationShape(), "Location of the browsers of its runs; default: that of the environment"),
  enabled: note(boolean(), "false: paused"),
});

const channelShape = closed({
  name: note(string().min(1).max(100).required(), "Its name in lists"),
  kind: string().oneOf(CHANNEL_KINDS).required(),
  url: fromShape,
  secret: fromShape,
  recipients: note(list(string().max(254).email().required(), MAX_RECIPIENTS), "Of e-mail"),
  repository: note(string().min(1).max(200), "Of commit statuses: owner/name; default: that of the run"),
  events: note(list(string().oneOf(CHANNEL_EVENTS).required(), CHANNEL_EVENTS.length), "Default: all"),
  branches: string().oneOf(BRANCH_CHOICES),
  enabled: boolean(),
});

/** A feature's id is its file name. */
const featureShape = closed({
  id: string().max(MAX_FEATURE_ID).matches(FEATURE_ID, `must be ${FEATURE_ID_WORDS}`).required(),
  group: list(string().min(1).max(FEATURE_LIMITS.groupName).required(), FEATURE_LIMITS.depth),
  gherkin: string().max(LIMITS.text).required(),
});

/** Sections for which the file names a file or a folder. */
export const PATHS = {
  features: note(
    string().min(1).max(500),
    "Folder of *.feature files, and of YAML or JSON files with step definitions",
  ),
  tracking: note(string().min(1).max(500), "YAML or JSON file of the tracking plan"),
};

type List = {
  entry: Schema;
  most: number;
  /** Field that identifies an entry; null for rules, which are identified by scope and selector. */
  key: string | null;
  about: string;
  /** false if the list exists only in requests, because in the project file its entries are separate files. */
  inFile?: false;
};

/** Sections that are lists, checked entry by entry. */
export const LISTS: Readonly<Record<string, List>> = {
  environments: {
    entry: environmentShape.required(),
    most: MAX_ENVIRONMENTS,
    key: "slug",
    about: "Where the site runs",
  },
  scenarios: { entry: fileScenarioShape.required(), most: MAX_SCENARIOS, key: "label", about: "Pages under test" },
  rules: {
    entry: wideRuleShape.required(),
    most: MAX_WIDE_RULES,
    key: null,
    about: "Rules for all scenarios, or for those of a tag or a path",
  },
  schedules: {
    entry: scheduleShape.required(),
    most: MAX_SCHEDULES,
    key: "name",
    about: "Runs that start automatically",
  },
  notifications: {
    entry: channelShape.required(),
    most: MAX_CHANNELS,
    key: "name",
    about: "Where messages about verdicts go, and which commits are marked",
  },
  features: { entry: featureShape.required(), most: FEATURE_LIMITS.perProject, key: "id", about: "", inFile: false },
  steps: {
    entry: closed(STEP_DEF_FIELDS).required(),
    most: MAX_STEP_DEFS,
    key: "id",
    about: "",
    inFile: false,
  },
};
