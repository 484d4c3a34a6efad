// Binds passwords, headers, cookies and secrets of an environment to the origin that they were entered for.

type Place = { baseUrl: string; accessOrigin?: string | null };

/** Returns the origin of a URL. For an unparsable address this is the address itself, which no origin equals. */
export const originOf = (baseUrl: string): string => URL.parse(baseUrl)?.origin ?? baseUrl;

/**
 * Returns the origin for which the stored credentials may be used. Credentials stored before origins were recorded belong to the base URL,
 * which cannot have changed since.
 */
export const boundOrigin = ({ accessOrigin, baseUrl }: Place): string => accessOrigin ?? originOf(baseUrl);

/** Returns whether the stored credentials would be sent to an origin other than the one they were entered for. */
export const leavesOrigin = (place: Place, baseUrl = place.baseUrl): boolean =>
  boundOrigin(place) !== originOf(baseUrl);
