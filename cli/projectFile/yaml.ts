// Loaded when a file is read or written. By names, because a bundle's part made of a CommonJS package has only a default.
export { parse, parseDocument, stringify } from "yaml";
