// Rules of the security pillar. To add a rule, create a file in checks/ and add a line here.

import type { Check } from "../../audit/finding.ts";
import { titlesOf } from "../titledCheck.ts";
import { cookieFlags } from "./checks/cookie-flags.ts";
import { cors } from "./checks/cors.ts";
import { crossOriginPolicies } from "./checks/cross-origin-policies.ts";
import { cspWeak } from "./checks/csp-weak.ts";
import { exposedFile } from "./checks/exposed-file.ts";
import { formHttp } from "./checks/form-http.ts";
import { frameAncestors } from "./checks/frame-ancestors.ts";
import { headers } from "./checks/headers.ts";
import { hsts } from "./checks/hsts.ts";
import { httpsRedirect } from "./checks/https-redirect.ts";
import { mixedContent } from "./checks/mixed-content.ts";
import { nosniff } from "./checks/nosniff.ts";
import { passwordHttp } from "./checks/password-http.ts";
import { permissionsPolicy } from "./checks/permissions-policy.ts";
import { referrerPolicy } from "./checks/referrer-policy.ts";
import { serverVersion } from "./checks/server-version.ts";
import { sri } from "./checks/sri.ts";
import { tlsCertificate } from "./checks/tls-certificate.ts";
import { tlsProtocol } from "./checks/tls-protocol.ts";
import { vulnerableLibrary } from "./checks/vulnerable-library.ts";
import type { SecurityPage, SecuritySite } from "./gathered.ts";

/** Rules that run on each page. */
export const PAGE_CHECKS: readonly Check<SecurityPage>[] = [
  mixedContent,
  sri,
  formHttp,
  passwordHttp,
  vulnerableLibrary,
];

/** Rules that run once for the host, over all pages. */
export const SITE_CHECKS: readonly Check<SecuritySite>[] = [
  headers,
  cspWeak,
  hsts,
  nosniff,
  frameAncestors,
  referrerPolicy,
  permissionsPolicy,
  crossOriginPolicies,
  cors,
  serverVersion,
  cookieFlags,
  httpsRedirect,
  tlsCertificate,
  tlsProtocol,
  exposedFile,
];

export const TITLES = titlesOf([...PAGE_CHECKS, ...SITE_CHECKS]);
