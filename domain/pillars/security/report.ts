// Parts of a report that only this pillar has, read from the stored run and its pages.

import { fieldsOf, listOf, numberOf, textOf } from "../../fields.ts";
import type { Extras, PillarReport, Stored, StoredPage } from "../../report/extraTypes.ts";

export const report: PillarReport = { columns: [], extras };

function extras({ pages, site }: Stored): Extras {
  // Without results for the host, the worst page counts, as in the score.
  const lowest = [...pages].sort((a, b) => scoreOfModifiers(a) - scoreOfModifiers(b))[0];
  const details = (site ?? lowest)?.details ?? {};
  const date = textOf(fieldsOf(details.advisories).date);
  const published = fieldsOf(details.observatory);
  const [grade, publishedGrade] = [textOf(details.grade), textOf(published.grade)];
  const modifiers = listOf(details.modifiers).flatMap((one) => {
    const [name, points] = [textOf(fieldsOf(one).name), numberOf(fieldsOf(one).points)];
    return name === null || points === null ? [] : [{ name, points }];
  });
  return {
    facts: [
      ...(date === null ? [] : [{ label: "Advisories about libraries of", value: date.slice(0, 10) }]),
      // Our own points cover what Observatory does not check.
      ...(publishedGrade === null || publishedGrade === grade
        ? []
        : [
            {
              label: "By MDN Observatory's points alone",
              value: `${publishedGrade} (${numberOf(published.score) ?? "–"})`,
            },
          ]),
    ],
    security: { grade, modifiers },
  };
}

const scoreOfModifiers = ({ details }: StoredPage): number =>
  listOf(details.modifiers).reduce<number>((sum, one) => sum + (numberOf(fieldsOf(one).points) ?? 0), 100);
