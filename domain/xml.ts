/** Escapes text for elements and attributes of XML 1.0. Characters that it does not allow become spaces. */
export const escapeXml = (text: string): string =>
  text
    .toWellFormed()
    // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what XML does not allow
    .replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, " ")
    .replace(/[&<>"'\n\r\t]/g, (sign) => `&#${sign.charCodeAt(0)};`);
