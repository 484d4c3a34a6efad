// Binds every model to one connection.
import type { Connection } from "mongoose";
import { acceptanceSchema } from "./acceptances/schema.ts";
import { apiKeySchema } from "./apiKeys/schema.ts";
import { storageUseSchema } from "./artifacts/storageSchema.ts";
import { artifactSweepSchema } from "./artifacts/sweepSchema.ts";
import { auditPageSchema } from "./auditPages/schema.ts";
import { dataLeaseSchema } from "./backups/leaseSchema.ts";
import { backupSchema } from "./backups/schema.ts";
import { baselineSchema, baselineVersionSchema } from "./baselines/schema.ts";
import {
  admissionSchema,
  artifactSchema,
  auditSchema,
  idempotencySchema,
  rateWindowSchema,
  usageSchema,
} from "./bookkeeping/schema.ts";
import { changeSchema } from "./changes/schema.ts";
import { cleanupSchema } from "./cleanups/schema.ts";
import { codeAccountSchema, linkCodeSchema } from "./codeAccounts/schema.ts";
import { commentHookSchema } from "./commentHooks/schema.ts";
import { commentOrderSchema } from "./commentOrders/schema.ts";
import { commitChunkSchema } from "./commits/schema.ts";
import { conversationSchema, conversationTurnSchema, proposalSchema } from "./conversations/schema.ts";
import { crawlAddressSchema } from "./crawlAddresses/schema.ts";
import { elementPrintSchema } from "./elementPrints/schema.ts";
import { environmentSchema } from "./environments/schema.ts";
import { erasureSchema } from "./erasures/schema.ts";
import { explorePlaceSchema } from "./explorePlaces/schema.ts";
import { featureSchema, featureVersionSchema } from "./features/schema.ts";
import { findingPagesSchema } from "./findings/pagesSchema.ts";
import { findingSchema } from "./findings/schema.ts";
import { healProposalSchema } from "./healProposals/schema.ts";
import { ignoredChangeSchema } from "./ignoredChanges/schema.ts";
import { installationSchema } from "./installations/schema.ts";
import { jobSchema } from "./jobs/schema.ts";
import { notificationChannelSchema, notificationDeliverySchema, verdictTrackSchema } from "./notifications/schema.ts";
import { oauthClientSchema } from "./oauthClients/schema.ts";
import { oauthGrantSchema } from "./oauthGrants/schema.ts";
import { oneTimeLinkSchema } from "./oneTimeLinks/schema.ts";
import { organisationSchema } from "./organisations/schema.ts";
import { prCommentSchema } from "./prComments/schema.ts";
import { presenceSchema } from "./presences/schema.ts";
import { problemListBodySchema, problemListSchema, problemListTextSchema } from "./problems/list.ts";
import { problemSchema } from "./problems/schema.ts";
import { projectSchema } from "./projects/schema.ts";
import { recordingSchema } from "./recordings/schema.ts";
import { restoreSchema } from "./restores/schema.ts";
import { reviewItemSchema } from "./reviewItems/schema.ts";
import { reviewRequestSchema } from "./reviewRequests/schema.ts";
import { reviewThreadSchema, threadWaitSchema } from "./reviewThreads/schema.ts";
import { comparisonRuleSchema, contentRuleSchema } from "./rules/schema.ts";
import { runFactSchema } from "./runFacts/schema.ts";
import { runSchema } from "./runs/schema.ts";
import { scenarioAttemptSchema, scenarioRunSchema } from "./scenarioRuns/schema.ts";
import { scenarioSchema } from "./scenarios/schema.ts";
import { scheduleSchema } from "./schedules/schema.ts";
import { sharedFileSchema } from "./sharedFiles/schema.ts";
import { shotSchema } from "./shots/schema.ts";
import { signInCounterSchema } from "./signInCounters/schema.ts";
import { siteLineSchema } from "./siteTurns/schema.ts";
import { stepDefSchema } from "./stepDefs/schema.ts";
import { textVectorSchema } from "./textVectors/schema.ts";
import { trackingEventSchema, trackingPageSchema } from "./trackingPlans/schema.ts";
import { uploadSchema } from "./uploads/schema.ts";
import { userSchema } from "./users/schema.ts";
import { wideRuleSchema } from "./wideRules/schema.ts";
import { workerPresenceSchema } from "./workerPresence/schema.ts";

/** Returns the models of one database. */
export function bindModels(connection: Connection) {
  return {
    changes: connection.model("Change", changeSchema, "changes"),
    installations: connection.model("Installation", installationSchema, "installations"),
    sharedFiles: connection.model("SharedFile", sharedFileSchema, "sharedFiles"),
    backups: connection.model("Backup", backupSchema, "backups"),
    dataLeases: connection.model("DataLease", dataLeaseSchema, "dataLeases"),
    restores: connection.model("Restore", restoreSchema, "restores"),
    organisations: connection.model("Organisation", organisationSchema, "organisations"),
    projects: connection.model("Project", projectSchema, "projects"),
    environments: connection.model("Environment", environmentSchema, "environments"),
    scenarios: connection.model("Scenario", scenarioSchema, "scenarios"),
    comparisonRules: connection.model("ComparisonRule", comparisonRuleSchema, "comparisonRules"),
    contentRules: connection.model("ContentRule", contentRuleSchema, "contentRules"),
    wideRules: connection.model("WideRule", wideRuleSchema, "wideRules"),
    ignoredChanges: connection.model("IgnoredChange", ignoredChangeSchema, "ignoredChanges"),
    baselines: connection.model("Baseline", baselineSchema, "baselines"),
    baselineVersions: connection.model("BaselineVersion", baselineVersionSchema, "baselineVersions"),
    commits: connection.model("CommitChunk", commitChunkSchema, "commits"),
    runs: connection.model("Run", runSchema, "runs"),
    runFacts: connection.model("RunFact", runFactSchema, "runFacts"),
    shots: connection.model("Shot", shotSchema, "shots"),
    reviewThreads: connection.model("ReviewThread", reviewThreadSchema, "reviewThreads"),
    threadWaits: connection.model("ThreadWait", threadWaitSchema, "threadWaits"),
    reviewRequests: connection.model("ReviewRequest", reviewRequestSchema, "reviewRequests"),
    presences: connection.model("Presence", presenceSchema, "presences"),
    reviewItems: connection.model("ReviewItem", reviewItemSchema, "reviewItems"),
    uploads: connection.model("Upload", uploadSchema, "uploads"),
    auditPages: connection.model("AuditPage", auditPageSchema, "auditPages"),
    scenarioRuns: connection.model("ScenarioRun", scenarioRunSchema, "scenarioRuns"),
    scenarioAttempts: connection.model("ScenarioAttempt", scenarioAttemptSchema, "scenarioAttempts"),
    elementPrints: connection.model("ElementPrint", elementPrintSchema, "elementPrints"),
    healProposals: connection.model("HealProposal", healProposalSchema, "healProposals"),
    findings: connection.model("Finding", findingSchema, "findings"),
    findingPages: connection.model("FindingPages", findingPagesSchema, "findingPages"),
    acceptances: connection.model("Acceptance", acceptanceSchema, "findingAcceptances"),
    prComments: connection.model("PrComment", prCommentSchema, "prComments"),
    commentHooks: connection.model("CommentHook", commentHookSchema, "commentHooks"),
    commentOrders: connection.model("CommentOrder", commentOrderSchema, "commentOrders"),
    codeAccounts: connection.model("CodeAccount", codeAccountSchema, "codeAccounts"),
    linkCodes: connection.model("LinkCode", linkCodeSchema, "linkCodes"),
    problems: connection.model("Problem", problemSchema, "problems"),
    problemLists: connection.model("ProblemList", problemListSchema, "problemLists"),
    problemListBodies: connection.model("ProblemListBody", problemListBodySchema, "problemListBodies"),
    problemListTexts: connection.model("ProblemListText", problemListTextSchema, "problemListTexts"),
    jobs: connection.model("Job", jobSchema, "jobs"),
    crawlAddresses: connection.model("CrawlAddress", crawlAddressSchema, "crawlAddresses"),
    explorePlaces: connection.model("ExplorePlace", explorePlaceSchema, "explorePlaces"),
    trackingPages: connection.model("TrackingPage", trackingPageSchema, "trackingPages"),
    trackingEvents: connection.model("TrackingEvent", trackingEventSchema, "trackingEvents"),
    textVectors: connection.model("TextVector", textVectorSchema, "textVectors"),
    features: connection.model("Feature", featureSchema, "features"),
    featureVersions: connection.model("FeatureVersion", featureVersionSchema, "featureVersions"),
    recordings: connection.model("Recording", recordingSchema, "recordings"),
    stepDefs: connection.model("StepDef", stepDefSchema, "stepDefs"),
    notificationChannels: connection.model("NotificationChannel", notificationChannelSchema, "notificationChannels"),
    notificationDeliveries: connection.model(
      "NotificationDelivery",
      notificationDeliverySchema,
      "notificationDeliveries",
    ),
    verdictTracks: connection.model("VerdictTrack", verdictTrackSchema, "verdictTracks"),
    schedules: connection.model("Schedule", scheduleSchema, "schedules"),
    apiKeys: connection.model("ApiKey", apiKeySchema, "apiKeys"),
    oauthClients: connection.model("OauthClient", oauthClientSchema, "oauthClients"),
    oauthGrants: connection.model("OauthGrant", oauthGrantSchema, "oauthGrants"),
    users: connection.model("User", userSchema, "users"),
    oneTimeLinks: connection.model("OneTimeLink", oneTimeLinkSchema, "oneTimeLinks"),
    signInCounters: connection.model("SignInCounter", signInCounterSchema, "signInCounters"),
    workers: connection.model("Worker", workerPresenceSchema, "workers"),
    conversations: connection.model("Conversation", conversationSchema, "conversations"),
    conversationTurns: connection.model("ConversationTurn", conversationTurnSchema, "conversationTurns"),
    proposals: connection.model("Proposal", proposalSchema, "proposals"),
    idempotency: connection.model("Idempotency", idempotencySchema, "idempotencyKeys"),
    usage: connection.model("Usage", usageSchema, "usage"),
    admissions: connection.model("Admission", admissionSchema, "admissions"),
    siteLines: connection.model("SiteLine", siteLineSchema, "siteLines"),
    audit: connection.model("Audit", auditSchema, "auditLog"),
    rateWindows: connection.model("RateWindow", rateWindowSchema, "rateWindows"),
    artifacts: connection.model("Artifact", artifactSchema, "artifacts"),
    artifactSweeps: connection.model("ArtifactSweep", artifactSweepSchema, "artifactSweeps"),
    storageUse: connection.model("StorageUse", storageUseSchema, "storageUse"),
    cleanups: connection.model("Cleanup", cleanupSchema, "cleanups"),
    erasures: connection.model("Erasure", erasureSchema, "erasures"),
  };
}
export type Models = ReturnType<typeof bindModels>;

/** Creates all indexes. Safe to call from several processes at the same time and at each start. */
export async function ensureIndexes(models: Models): Promise<void> {
  for (const model of Object.values(models)) await model.createIndexes();
}

/**
 * Returns whether a write lost a race for a unique index; for several unordered writes, whether all that failed did: the overall error only
 * has the code of the first.
 */
export function isDuplicateKey(error: unknown): boolean {
  if (typeof error !== "object" || error === null || !("code" in error) || error.code !== 11000) return false;
  return !("writeErrors" in error) || [error.writeErrors ?? []].flat().every(isDuplicateKey);
}

/** Awaits a write. Returns false if it lost a race for a unique index: another document has its id or its key. */
export async function isWritten(write: PromiseLike<unknown>): Promise<boolean> {
  try {
    await write;
    return true;
  } catch (error) {
    if (!isDuplicateKey(error)) throw error;
    return false;
  }
}
