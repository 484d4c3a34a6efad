import { type Check, review } from "../../../audit/finding.ts";
import { about, listed, onContent, quoted } from "../contentCheck.ts";
import type { A11yData } from "../gathered.ts";

/** Never fails, because only a person can tell whether an image is decorative. WCAG 1.1.1, technique H67. */
export const imageDecorative: Check<A11yData> = {
  rule: "image-decorative",
  severity: "moderate",
  title: "Images marked as decorative have no text.",
  fault: "Image marked as decorative may have meaning",
  help: 'If the image carries information, describe it in alt and remove role="none" or aria-hidden. If it is decorative, remove the text and keep alt="".',
  run: onContent(({ counts, pictures }) => {
    const results = pictures.flatMap((picture) => {
      const text = picture.name || picture.title;
      // The same words next to the image make it redundant, so it is decorative.
      if (!picture.decorative || picture.repeated) return [];
      const why =
        picture.name === ""
          ? `has an empty alt, and the title ${quoted(text)} that screen readers may leave out`
          : `is hidden from screen readers, and has the text ${quoted(text)}`;
      return [
        review(
          `A person must check this: the image ${why}. Either it is decorative, or it needs a text.`,
          ...about(["wcag2a", "wcag111"], picture, { text, file: picture.file }),
        ),
      ];
    });
    return listed(results, counts.pictures, "pictures");
  }),
};
