// Rules of the privacy pillar, in report order. To add a rule, create a file in checks/ and add a line here.
import { titlesOf } from "../titledCheck.ts";
import { bannerReturns } from "./checks/banner-returns.ts";
import { beaconAfterReject } from "./checks/beacon-after-reject.ts";
import { beaconBeforeConsent } from "./checks/beacon-before-consent.ts";
import { consentModeDefault } from "./checks/consent-mode-default.ts";
import { consentModeNotUpdated } from "./checks/consent-mode-not-updated.ts";
import { consentStateUnverified } from "./checks/consent-state-unverified.ts";
import { cookieAfterReject } from "./checks/cookie-after-reject.ts";
import { cookieBeforeConsent } from "./checks/cookie-before-consent.ts";
import { fingerprinting } from "./checks/fingerprinting.ts";
import { privacyPolicyLink } from "./checks/privacy-policy-link.ts";
import { rejectMissing } from "./checks/reject-missing.ts";
import { storageAfterReject } from "./checks/storage-after-reject.ts";
import { storageBeforeConsent } from "./checks/storage-before-consent.ts";
import { thirdPartyBeforeConsent } from "./checks/third-party-before-consent.ts";
import { thirdPartyLoadBeforeConsent } from "./checks/third-party-load-before-consent.ts";
import type { PrivacyCheck } from "./privacyCheck.ts";

export const PRIVACY_CHECKS: readonly PrivacyCheck[] = [
  cookieBeforeConsent,
  storageBeforeConsent,
  beaconBeforeConsent,
  thirdPartyBeforeConsent,
  thirdPartyLoadBeforeConsent,
  fingerprinting,
  consentModeDefault,
  cookieAfterReject,
  storageAfterReject,
  beaconAfterReject,
  consentModeNotUpdated,
  rejectMissing,
  bannerReturns,
  consentStateUnverified,
  privacyPolicyLink,
];

export const TITLES = titlesOf(PRIVACY_CHECKS);
