import { expect } from "chai";
import { isGenericLinkText } from "../../../domain/text/genericLinkTexts.ts";

describe("generic texts of links", () => {
  const generic: [text: string, language: string | null][] = [
    ["Click here", "en"],
    ["READ MORE", "en-GB"],
    ["Read more…", "en"],
    ["» Learn more", "en"],
    ["here.", "en"],
    ["  Find   out more → ", "en"],
    ["Read more", "de"],
    ["Weiterlesen »", "de-AT"],
    ["Cliquez ici !", "fr"],
    ["plus d’infos", "fr"],
    ["aqui", "es"],
    ["Más información", "es"],
    ["Leggi di più", "it"],
    ["Saiba mais", "pt_BR"],
    ["Lees meer >", "nl"],
    ["Czytaj więcej", "pl"],
    ["Läs mer", "sv"],
    ["Les mer", "nb"],
    ["Læs mere", "da"],
    ["Lue lisää", "fi"],
    ["Číst více", "cs"],
    ["Подробнее", "ru"],
    ["続きを読む", "ja"],
    ["「詳細はこちら」", "ja"],
    ["자세히 보기", "ko"],
    ["了解更多", "zh-Hans"],
    ["اقرأ المزيد", "ar"],
    ["மேலும் அறிக", "ta"],
    ["weiterlesen", null],
    ["続きを読む", ""],
  ];
  for (const [text, language] of generic)
    it(`knows "${text}" (${language ?? "no language"})`, () => {
      expect(isGenericLinkText(text, language)).to.equal(true);
    });

  const telling: [text: string, language: string | null][] = [
    ["Read more about vases", "en"],
    ["More than glass", "en"],
    ["Hier wohnen", "de"],
    // The home page in German, Swedish and Norwegian.
    ["Start", "de"],
    ["Start", "sv"],
    // Words that are generic only in other languages.
    ["Das", "en"],
    ["Mer", "fr"],
    ["Plus", "de"],
    ["Ir", "de"],
    ["Terms", null],
    ["", "en"],
    ["→", "en"],
    ["Details zur Vase", "de"],
    ["x".repeat(100_000), "en"],
  ];
  for (const [text, language] of telling)
    it(`leaves "${text.slice(0, 30)}" (${language ?? "no language"}) alone`, () => {
      expect(isGenericLinkText(text, language)).to.equal(false);
    });
});
