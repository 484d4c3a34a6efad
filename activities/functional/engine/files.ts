// Files that steps upload: generated from the feature's text, never read from this machine.

const TYPES: Readonly<Record<string, string>> = {
  txt: "text/plain",
  csv: "text/csv",
  json: "application/json",
  xml: "application/xml",
  html: "text/html",
  svg: "image/svg+xml",
  png: "image/png",
  jpg: "image/jpeg",
  gif: "image/gif",
  pdf: "application/pdf",
};

/** The smallest files that readers of these formats accept. */
const SAMPLES: Readonly<Record<string, string>> = {
  png: "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
  gif: "R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7",
};

/** Returns a file with the content, or a small image if the name has an image extension and no content is given. */
export function fileOf(given: string | undefined, content: string): { name: string; mimeType: string; buffer: Buffer } {
  const name = given === undefined || given === "" ? (content === "" ? "file.txt" : nameIn(content)) : given;
  const kind = /\.([a-z\d]{1,5})$/i.exec(name)?.[1]?.toLowerCase() ?? "txt";
  const sample = SAMPLES[kind];
  const isName = given === undefined || given === "";
  const body = isName && content === name ? "" : content;
  const buffer =
    body !== "" ? Buffer.from(body, "utf8") : sample ? Buffer.from(sample, "base64") : Buffer.from(`${name}\n`, "utf8");
  return {
    name: name.replace(/[/\\]/g, "_").slice(0, 100),
    mimeType: TYPES[kind] ?? "application/octet-stream",
    buffer,
  };
}

/** `photo.png` alone is a file name; anything else is the content. */
const nameIn = (content: string): string => (/^[\w .-]{1,90}\.[a-z\d]{1,5}$/i.test(content) ? content : "file.txt");
