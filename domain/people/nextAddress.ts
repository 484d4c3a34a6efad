// Where to go on to after signing in.

/** Only an address within the dashboard is followed: another could be anyone's. Browsers drop tabs and line ends in addresses. */
export function nextAddress(next: string | undefined): string {
  return next !== undefined && /^\/(?![/\\])[^\\\t\r\n]*$/.test(next) ? next : "/";
}
