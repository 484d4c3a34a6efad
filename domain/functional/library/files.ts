import { builtins, target } from "./write.ts";

export const FILES = builtins("files", [
  {
    id: "upload-file",
    pattern: "I upload the file {string} to {string}",
    params: ["file", "label"],
    description: "Gives a field a small file of this name.",
    examples: ['I upload the file "photo.png" to "Picture"'],
    actions: [{ op: "upload", target: target({ by: "label", value: "{label}" }), name: "{file}" }],
  },
  {
    id: "upload-file-with-content",
    pattern: "I upload the file {string} to {string} with:",
    params: ["file", "label"],
    below: { name: "content", type: "docString" },
    description: "Gives a field a file of this name with the content below the step.",
    examples: ['I upload the file "list.csv" to "Products" with:'],
    actions: [{ op: "upload", target: target({ by: "label", value: "{label}" }), name: "{file}", value: "{content}" }],
  },
]);

export const DOWNLOADS = builtins("downloads", [
  {
    id: "file-is-downloaded",
    pattern: "a file is downloaded",
    description: "A file was downloaded since the scenario began.",
    examples: ["a file is downloaded"],
    actions: [{ op: "expectDownload" }],
  },
  {
    id: "named-file-is-downloaded",
    pattern: "the file {string} is downloaded",
    params: ["file"],
    description: "A file of this name was downloaded since the scenario began; * stands for any characters.",
    examples: ['the file "invoice-*.pdf" is downloaded'],
    actions: [{ op: "expectDownload", value: "{file}", match: "matches" }],
  },
]);
