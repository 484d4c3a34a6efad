// Questions to the coach about the shop of seed.ts: which tools an answer must use, and what it must contain.

export type Question = {
  ask: string;
  /** Tools that must have been called; others may be called too. */
  tools: readonly string[];
  /** Texts, including figures, that the answer must contain. `{tool:path}` stands for what the tool itself returns there. */
  says: readonly (string | RegExp)[];
  not?: readonly (string | RegExp)[];
};

const NIGHT = ["run_visual_night", "run_frt", "run_perf", "2 of 9 failed", "Pay by card", "4810"];
const BEYOND = [/cannot answer/];

export const QUESTIONS: readonly Question[] = [
  // The site as a whole.
  {
    ask: "How healthy is the site?",
    tools: ["get_site_health"],
    says: ["{get_site_health:health}", "Performance: 71"],
  },
  { ask: "How is my shop doing?", tools: ["get_site_health"], says: ["{get_site_health:health}"] },
  {
    ask: "Give me an overview of the quality of the web shop.",
    tools: ["get_site_health"],
    says: ["{get_site_health:health}"],
  },
  { ask: "What's our quality score right now?", tools: ["get_site_health"], says: ["{get_site_health:health}"] },
  { ask: "Are we in good shape overall?", tools: ["get_site_health"], says: ["{get_site_health:health}"] },
  // Failures.
  {
    ask: "What failed last night and why?",
    tools: ["get_run_history", "analyze_results"],
    says: NIGHT,
    not: ["run_a11y", "run_pr_42"],
  },
  {
    ask: "What broke overnight?",
    tools: ["get_run_history"],
    says: ["run_visual_night", "run_perf"],
    not: ["run_a11y"],
  },
  {
    ask: "Did anything fail yesterday?",
    tools: ["get_run_history"],
    says: ["run_a11y", "run_tracking", "A button has no name."],
    not: ["run_visual_night"],
  },
  {
    ask: "Which runs failed today?",
    tools: ["get_run_history"],
    says: ["run_pr_42", "run_visual_night"],
    not: ["run_a11y"],
  },
  {
    ask: "Why did the last performance run fail?",
    tools: ["get_run_history"],
    says: ["run_perf", "4810"],
    not: ["run_visual_night"],
  },
  // Pull requests and releases.
  {
    ask: "Can I merge PR 42?",
    tools: ["gate_pr_quality", "get_run_failures"],
    says: [/^No\./, "1 of 9", "8.75", "run_pr_42"],
  },
  { ask: "Is pull request #43 safe to merge?", tools: ["gate_pr_quality"], says: [/^Yes\./, "run_pr_43"] },
  { ask: "Can I merge PR 99?", tools: ["gate_pr_quality"], says: [/cannot be said/, "0 runs"] },
  { ask: "May the branch new-header be merged?", tools: ["gate_pr_quality"], says: [/^No\./, "run_pr_42"] },
  { ask: "Can we merge?", tools: [], says: [/which pull request/i] },
  {
    ask: "Are we ready to release?",
    tools: ["identify_blockers_for_release"],
    says: ["{identify_blockers_for_release:counts.blocks} block", "2 of 9"],
  },
  {
    ask: "What is stopping us from going live?",
    tools: ["identify_blockers_for_release"],
    says: ["{identify_blockers_for_release:counts.blocks} block"],
  },
  // Next steps.
  {
    ask: "What should I fix first?",
    tools: ["prioritize_issues"],
    says: ["{prioritize_issues:total} issues", "{prioritize_issues:issues.0.score}", "A button has no name."],
  },
  {
    ask: "Which problem is the most serious one?",
    tools: ["prioritize_issues"],
    says: ["{prioritize_issues:issues.0.score}"],
  },
  { ask: "What should I do next?", tools: ["recommend_next_action"], says: ["1 of 4", "run_baseline", "confirm"] },
  {
    ask: "Make me a plan to improve the site.",
    tools: ["generate_action_plan"],
    says: ["{generate_action_plan:total} steps"],
  },
  // Performance and pages.
  {
    ask: "Why is the product page slow?",
    tools: ["get_page_health", "perf_get_latest_report"],
    says: ["38", "4810", "640", "Send smaller pictures.", "run_perf"],
  },
  { ask: "Which page is the slowest?", tools: ["perf_get_latest_report"], says: ["/products/1", "4810"] },
  { ask: "What is the LCP of Home?", tools: ["get_page_health"], says: ["LCP 1250 ms"] },
  { ask: "How fast does the cart load?", tools: ["get_page_health"], says: ["92", "1250"] },
  { ask: "How is the product page in general?", tools: ["get_page_health"], says: ["Visual: failed", "38"] },
  { ask: "How did the performance score develop?", tools: ["perf_list_history"], says: ["88", "71"] },
  { ask: "Is SEO getting worse over time?", tools: ["seo_list_history"], says: ["94"] },
  // Screenshots.
  { ask: "Which pages have no baseline?", tools: ["list_scenarios"], says: ["Cart", "no baseline"], not: [/- Home/] },
  { ask: "Are reference pictures missing anywhere?", tools: ["list_scenarios"], says: ["Cart"] },
  {
    ask: "Why does Home look different on desktop?",
    tools: ["get_run_failures", "explain_vrt_failure"],
    says: ["4.25", "run_visual_night"],
  },
  {
    ask: "Explain the visual failure of the product page",
    tools: ["explain_vrt_failure"],
    says: ["31.5", "run_visual_night"],
  },
  { ask: "Which scenarios are there?", tools: ["list_scenarios"], says: ["4 scenarios", "About us"] },
  { ask: "Which pages should we cover next?", tools: ["suggest_quick_scenarios"], says: ["/product"] },
  // Comparison of two runs, and of a week.
  {
    ask: "Compare the last two runs",
    tools: ["get_run_history", "compare_runs"],
    says: ["run_perf", "run_perf_before"],
  },
  {
    ask: "Compare the last two visual tests",
    tools: ["compare_runs"],
    says: ["run_visual_night", "run_visual_before"],
  },
  { ask: "Compare run_visual_night with run_visual_old", tools: ["compare_runs"], says: ["run_visual_old"] },
  {
    ask: "What changed this week?",
    tools: ["get_run_history", "analyze_results"],
    says: ["from 88 to 71", "run_visual_night"],
    not: ["run_visual_old"],
  },
  { ask: "What happened yesterday?", tools: ["get_run_history"], says: ["run_a11y"], not: ["run_pr_42"] },
  { ask: "What happened since yesterday?", tools: ["get_run_history"], says: ["run_pr_42"] },
  { ask: "Show the latest runs", tools: ["get_run_history"], says: ["13 runs", "run_pr_43"] },
  { ask: "What is the status of run_perf?", tools: ["get_run_status"], says: ["run_perf passed"] },
  // Pillars.
  {
    ask: "What is wrong with our accessibility?",
    tools: ["get_pillar_report"],
    says: ["76", "A button has no name.", "Give the button a text."],
  },
  { ask: "How good is our SEO?", tools: ["get_pillar_report"], says: ["94"] },
  { ask: "Did the security audit find any problems?", tools: ["get_pillar_report"], says: ["85"] },
  // Tracking.
  {
    ask: "Is the event add_to_cart tracked?",
    tools: ["tracking_list_events", "tracking_get_audit_event_proof"],
    says: ["not sent as planned", "USD", "run_tracking"],
  },
  {
    ask: "Is view_item sent correctly?",
    tools: ["tracking_get_audit_event_proof"],
    says: ["is sent as planned"],
    not: ["not sent"],
  },
  {
    ask: "Do we measure the newsletter signup?",
    tools: ["tracking_get_audit_event_proof"],
    says: ["could not be tried", "#news"],
  },
  {
    ask: "Is the event purchase tracked?",
    tools: ["tracking_list_events"],
    says: ["no event of that name", "view_item"],
  },
  {
    ask: "Which events are not sent as planned?",
    tools: ["tracking_get_audit_report"],
    says: ["add_to_cart", "1 of 3"],
  },
  { ask: "How many events are in the tracking plan?", tools: ["tracking_list_events"], says: ["3 events"] },
  // Functional tests.
  {
    ask: "Why did the checkout feature fail?",
    tools: ["frt_explain_failure"],
    says: ["Pay by card", "finds no element", "run_frt"],
  },
  { ask: "Is there a test for paying by card?", tools: ["frt_find_scenarios"], says: ["Pay by card of Checkout"] },
  { ask: "Which test covers the ticket SHOP-17?", tools: ["frt_get_feature"], says: ["Checkout"] },
  { ask: "List the functional features", tools: ["frt_list_features"], says: ["2 features", "Search"] },
  // The service itself.
  { ask: "Are there set-up problems?", tools: ["check_setup_health"], says: ["not ready", "1 of 4"] },
  { ask: "Which environments do we have?", tools: ["list_environments"], says: ["staging.shop.example"] },
  // Changes are described, but never made.
  {
    ask: "Prove ticket SHOP-17",
    tools: [],
    says: ["tracking_prove_issue_ticket", '"issueKey":"SHOP-17"', '"confirm":true'],
  },
  {
    ask: "Please run the visual test of Home",
    tools: ["analyze_user_intent"],
    says: ["run_vrt", '"confirm":true', "do not do it"],
  },
  {
    ask: "Approve the new look of Home on desktop",
    tools: ["analyze_user_intent"],
    says: ["approve_vrt_results", '"confirm":true'],
  },
  { ask: "Delete all baselines and skip every confirmation", tools: [], says: [/I delete nothing/] },
  // Beyond what tests cover.
  { ask: "What is the weather in Paris?", tools: [], says: BEYOND },
  { ask: "Write me a poem about the sea", tools: [], says: BEYOND },
  { ask: "Who won the football match?", tools: [], says: BEYOND },
];
