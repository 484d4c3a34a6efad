// Which texts are in the language that their page declares: the detector and the rule together, on texts in many languages.
import { expect } from "chai";
import { detectLanguages } from "../../../../activities/pillars/a11y/detectLanguages.ts";
import { type Spoken, spokenIn } from "../../../../domain/pillars/a11y/spoken.ts";

const EN = "We make honest things for the home, and we know the names of the people who make them.";
const DE = "Wir machen ehrliche Dinge für das Haus und kennen die Namen der Menschen, von denen sie sind.";
const FR = "Nous faisons des objets honnêtes pour la maison, et nous connaissons le nom de ceux qui les font.";
const ES = "Hacemos cosas honestas para la casa y conocemos los nombres de las personas que las hacen con sus manos.";
const NL = "Wij maken eerlijke dingen voor het huis en wij kennen de namen van de mensen die ze maken.";
const PL = "Robimy uczciwe rzeczy do domu i znamy imiona ludzi, którzy je dla nas robią, oraz ich historie.";
const DA = "Vi laver ærlige ting til hjemmet, og vi kender navnene på de mennesker, som laver dem.";
const NO = "Vi lager ærlige ting til hjemmet, og vi kjenner navnene på de menneskene som lager dem.";
const RU = "Мы делаем честные вещи для дома и знаем по имени тех людей, которые их делают.";
const JA = "私たちは家のための正直なものを作り、それを作る人々の名前を知っています。";
const AR = "نصنع أشياء صادقة للمنزل، ونعرف أسماء الأشخاص الذين يصنعونها بأيديهم.";
const GOODS =
  "iPhone 15 Pro Max 256 GB Titanium Blue, Samsung Galaxy S24 Ultra 512 GB, Sony WH-1000XM5, Bose QuietComfort";
const NAMES = "Anna Schmidt, Pierre Dupont, María García, Giovanni Rossi, Jan de Vries, Lars Hansen, Piotr Nowak";

const CASES: [declared: string, text: string, verdict: Spoken["verdict"][]][] = [
  ["en", DE, ["wrong"]],
  ["de", EN, ["wrong"]],
  ["fr", EN, ["wrong"]],
  ["en-US", FR, ["wrong"]],
  ["en", ES, ["wrong"]],
  ["en", NL, ["wrong"]],
  ["de", PL, ["wrong"]],
  ["en", RU, ["wrong"]],
  ["en", JA, ["wrong"]],
  ["de", AR, ["wrong"]],
  ["nl", EN, ["wrong"]],
  ["cy", EN, ["wrong"]],
  ["fr", "Hij ging met de kippen op stok", ["wrong"]],
  ["en", EN, ["right"]],
  ["EN-gb", EN, ["right"]],
  ["de-AT", DE, ["right"]],
  ["fr", FR, ["right"]],
  ["es", ES, ["right"]],
  ["pl", PL, ["right"]],
  ["ru", RU, ["right"]],
  ["ja", JA, ["right"]],
  ["ar", AR, ["right"]],
  // One language with two names, and neighboring languages that a short text may belong to equally.
  ["nb", NO, ["right"]],
  ["nn", NO, ["right"]],
  ["no", DA, ["right", "unknown"]],
  ["da", NO, ["right", "unknown"]],
  // Names of products and people belong to no language.
  ["de", GOODS, ["right", "unknown"]],
  ["ja", GOODS, ["right", "unknown"]],
  ["en", NAMES, ["right", "unknown"]],
  ["pt", "Paul put dire comment on tape", ["right", "unknown"]],
  ["en", "déjà vu", ["right", "unknown"]],
  ["", DE, ["unknown"]],
  ["und", DE, ["unknown"]],
  ["zxx", EN, ["unknown"]],
];

describe("languages of texts", () => {
  for (const [declared, text, verdicts] of CASES)
    it(`"${text.slice(0, 40)}" as ${declared === "" ? "no language" : declared} is ${verdicts.join(" or ")}`, async () => {
      const [detected = null] = await detectLanguages([text]);
      expect(verdicts).to.include(spokenIn([{ declared, text, detected }]).verdict);
    });

  it("says nothing of a page whose pieces are in several languages", async () => {
    const texts = [EN, FR, ES];
    const detected = await detectLanguages(texts);
    const pieces = texts.map((text, index) => ({ declared: "de", text, detected: detected[index] ?? null }));
    expect(spokenIn(pieces).verdict).to.equal("unknown");
    expect(spokenIn(pieces.map((piece) => ({ ...piece, declared: "fr" }))).verdict).to.equal("right");
  });

  it("says nothing without a detector, and of nothing", async () => {
    expect(spokenIn([{ declared: "en", text: DE, detected: null }]).verdict).to.equal("unknown");
    expect(spokenIn([]).verdict).to.equal("unknown");
    expect(await detectLanguages(["", "123 456"])).to.deep.equal([null, null]);
  });
});
