import { type Check, failed } from "../../../audit/finding.ts";
import type { ContentPicture } from "../content.ts";
import { about, listed, onContent, quoted } from "../contentCheck.ts";
import type { A11yData } from "../gathered.ts";

const FILE = /\.(jpe?g|png|gif|svg|webp|avif|bmp|tiff?|ico|heic)$/i;
/** File names that cameras, phones and image editors generate. */
const MACHINE =
  /^(img|dsc[nf]?|pict|pxl|image|photo|picture|screenshot|screen[ _-]shot|untitled|unnamed|bild|foto)[ _-]?\(?\d{1,}[\d_() -]*\)?$/i;
/** Generic words for images, in the languages of most sites. */
const ANY = new Set(
  "image,images,img,picture,pic,photo,graphic,spacer,placeholder,blank,alt,alt text,image placeholder,untitled,null,undefined,bild,foto,grafik,platzhalter,photographie,imagen,fotografía,marcador,immagine,segnaposto,afbeelding,plaatje,imagem,obraz,obrazek,zdjęcie,bilde,billede,kuva,画像,写真,图片,图像,изображение,картинка,фото".split(
    ",",
  ),
);

/** Generic names of image buttons: they describe the user's action instead of what the button does. */
const ANY_BUTTON = new Set(["click", "button", "click here", "image button", "input"]);

/** A file name or a generic word is not a text alternative. WCAG 1.1.1, failure F30. */
export const imageName: Check<A11yData> = {
  rule: "image-name",
  severity: "serious",
  title: "The alt text of an image describes it.",
  fault: "Alt text does not describe the image",
  help: 'Describe in alt what the image shows or does. Use alt="" if it is decorative.',
  run: onContent(({ counts, pictures }) => {
    const results = pictures.flatMap((picture) => {
      const why = picture.decorative ? null : problemOf(picture);
      return why === null
        ? []
        : [
            failed(
              `The text ${quoted(picture.name)} of the image is ${why}, which does not describe the image to screen reader users.`,
              ...about(["wcag2a", "wcag111"], picture, { text: picture.name, file: picture.file }),
            ),
          ];
    });
    return listed(results, counts.pictures, "pictures");
  }),
};

function problemOf({ name, file, repeated, html }: ContentPicture): string | null {
  const text = name.trim();
  if (html.startsWith("<input") && ANY_BUTTON.has(text.toLowerCase())) return "a word for any button";
  if (ANY.has(text.toLowerCase())) return "a generic word";
  // A file list may show each file's name next to its image.
  if (repeated) return null;
  if (FILE.test(text) && !/\s.*\s/.test(text)) return "the name of a file";
  if (MACHINE.test(text)) return "the name that a camera or program gives its files";
  const stem = file.replace(/\.[a-z0-9]{2,5}$/i, "");
  const technical = /[_]|\d{3,}|-.*-/.test(text) && !/\s/.test(text);
  return technical && (text === file || text === stem) ? "the name of its file" : null;
}
