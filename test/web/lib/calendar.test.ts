import { expect } from "chai";
import {
  addMonths,
  dateAfterKey,
  firstDayOf,
  isDate,
  readDate,
  weeksOf,
  within,
  writtenDate,
} from "../../../web/src/lib/calendar.ts";

const [MONDAY, SUNDAY, SATURDAY] = [1, 7, 6];

describe("a calendar", () => {
  for (const [text, wanted] of [
    ["2026-02-28", true],
    ["2026-02-30", false],
    ["2026-2-3", false],
    ["", false],
    ["2026-13-01", false],
  ] as const)
    it(`knows whether "${text}" is a date`, () => expect(isDate(text)).to.equal(wanted));

  for (const [date, months, wanted] of [
    ["2026-01-31", 1, "2026-02-28"],
    ["2028-01-31", 1, "2028-02-29"],
    ["2026-01-15", -1, "2025-12-15"],
    ["2026-03-31", 11, "2027-02-28"],
  ] as const)
    it(`${date} and ${months} months is ${wanted}`, () => expect(addMonths(date, months)).to.equal(wanted));

  it("shows whole weeks of a month, from the first day of the week on", () => {
    const monday = weeksOf("2026-08-20", MONDAY);
    expect(monday.map((week) => week.length)).to.deep.equal([7, 7, 7, 7, 7, 7]);
    expect(monday[0]).to.deep.equal([null, null, null, null, null, "2026-08-01", "2026-08-02"]);
    expect(monday.at(-1)?.[0]).to.equal("2026-08-31");
    expect(weeksOf("2026-08-20", SATURDAY)[0]?.[0]).to.equal("2026-08-01");
    // A month that exactly fills its weeks.
    expect(weeksOf("2026-02-10", SUNDAY).flat()).to.have.length(28).and.not.include(null);
  });

  for (const [text, language, wanted] of [
    ["2026-12-04", "en-US", "2026-12-04"],
    ["12/04/2026", "en-US", "2026-12-04"],
    ["12/04/2026", "en-GB", "2026-04-12"],
    ["4.12.26", "de-DE", "2026-12-04"],
    ["4 December 2026", "en-US", "2026-12-04"],
    [" dec 4 2026 ", "de-DE", "2026-12-04"],
    ["4. Dezember 2026", "de-DE", "2026-12-04"],
    ["4 Dec 26", "en-GB", "2026-12-04"],
    ["2026 Dec 4", "en-GB", "2026-12-04"],
    ["30 Feb 2026", "en-GB", null],
    ["31/31/2026", "en-US", null],
    ["2026 2026 4", "en-US", null],
    ["4 Dec", "en-GB", null],
    ["tomorrow", "en-GB", null],
    ["", "en-GB", null],
  ] as const)
    it(`reads "${text}" in ${language} as ${wanted}`, () => expect(readDate(text, language)).to.equal(wanted));

  for (const language of "en-US en-GB de-DE fr-FR es-ES pt-BR it-IT nl-NL pl-PL ru-RU tr-TR ja-JP ko-KR zh-CN ar-EG fa-IR".split(
    " ",
  ))
    it(`reads in ${language} what it wrote`, () => {
      const dates = Array.from({ length: 12 }, (_, month) => addMonths("2026-01-07", month));
      expect(dates.map((date) => readDate(writtenDate(date, language), language))).to.deep.equal(dates);
    });

  for (const [key, firstDay, wanted] of [
    ["ArrowLeft", MONDAY, "2026-11-25"],
    ["ArrowDown", MONDAY, "2026-12-03"],
    ["PageUp", MONDAY, "2026-10-26"],
    ["Home", MONDAY, "2026-11-23"],
    ["End", MONDAY, "2026-11-29"],
    ["Home", SUNDAY, "2026-11-22"],
    ["End", SATURDAY, "2026-11-27"],
    ["x", MONDAY, null],
  ] as const)
    it(`goes on ${key} from 2026-11-26 to ${wanted}`, () =>
      expect(dateAfterKey("2026-11-26", key, firstDay, {})).to.equal(wanted));

  it("stays within its bounds", () => {
    expect(dateAfterKey("2026-11-26", "PageDown", MONDAY, { max: "2026-12-01" })).to.equal("2026-12-01");
    expect(within("2026-01-01", { min: "2026-11-26" })).to.equal("2026-11-26");
  });

  it("begins the week as people there do", () =>
    expect(["de-DE", "en-US"].map(firstDayOf)).to.deep.equal([MONDAY, SUNDAY]));
});
