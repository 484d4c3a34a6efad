// Where to go on to after signing in.

/** Characters of the longest: that of connecting an app holds the app's whole request in base64. */
export const MAX_NEXT = 8_200;

/** Only an address within the dashboard is followed: another could be anyone's. Browsers drop tabs and line ends in addresses. */
export function nextAddress(next: string | undefined): string {
  return next !== undefined && /^\/(?![/\\])[^\\\t\r\n]*$/.test(next) ? next : "/";
}
