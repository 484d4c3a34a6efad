// Sends a request that renews the session and stores the new token.
import type { signedIn } from "../../../../api/endpoints/answers/accounts.ts";
import type { AnswerOf } from "../../../../api/endpoints/answers/named.ts";
import { setCsrfToken } from "../../lib/api.ts";
import { sessionChanged } from "../../lib/session.ts";

type SignedIn = AnswerOf<typeof signedIn>;

/** Sends the request and notifies the other tabs, whose session and token are no longer valid. */
export async function renew(renewing: () => Promise<SignedIn>): Promise<SignedIn> {
  const answer = await renewing();
  setCsrfToken(answer.csrfToken);
  sessionChanged();
  return answer;
}
