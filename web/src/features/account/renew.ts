// What renews the session: its new token takes the place of the old one.
import type { signedIn } from "../../../../api/endpoints/answers/accounts.ts";
import type { AnswerOf } from "../../../../api/endpoints/answers/named.ts";
import { setCsrfToken } from "../../lib/api.ts";
import { sessionChanged } from "../../lib/session.ts";

type SignedIn = AnswerOf<typeof signedIn>;

/** Sends it, and tells the other tabs: they have the session that is over, with its token. */
export async function renew(renewing: () => Promise<SignedIn>): Promise<SignedIn> {
  const answer = await renewing();
  setCsrfToken(answer.csrfToken);
  sessionChanged();
  return answer;
}
