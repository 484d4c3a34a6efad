// The catalogue compared with the contract's lists of names, args and values: missing and additional ones are reported.
import { expect } from "chai";
import { catalogue as catalogueOf } from "../../api/tools/catalogue.ts";
import { inputSchemaOf } from "../../api/tools/jsonSchema.ts";
import { findTool, TOOLS } from "../../api/tools/registry.ts";
import { openApiDocument } from "../support/openApi.ts";

/** `*`: changes something. */
const QA = `list_projects create_project* get_project list_environments check_setup_health crawl_site* get_job_status
create_scenario* list_scenarios run_baseline* run_vrt* get_run_failures get_diff_stats explain_vrt_failure approve_vrt_results*
create_comparison_rule* create_content_rule* frt_find_scenarios create_frt_scenario* frt_get_feature run_frt_feature*
frt_get_feature_groups frt_explain_failure frt_heal_step_def* frt_inspect_page frt_search_step_library run_full_audit* wait_for_run
get_run_status gate_pr_quality get_site_health get_pillar_report post_pr_comment* tracking_get_plan tracking_discover_from_pages*
tracking_upsert_page* tracking_upsert_event* tracking_set_page_attribute* tracking_set_event_attribute*
tracking_link_page_scenario* tracking_link_event_frt* tracking_get_audit_report tracking_get_audit_event_proof
tracking_prove_issue_ticket*`;

const FULL = `run_perf* run_seo* run_a11y* run_security* run_tracking* get_quality_score get_page_health list_my_tools get_run_history
get_scenario_details compare_runs inspect_page_dom find_element_on_page get_run_report perf_get_latest_report perf_list_history
seo_get_report seo_list_history a11y_get_report a11y_list_history security_get_report security_list_history tracking_get_page
tracking_get_event tracking_list_pages tracking_list_events tracking_list_page_attributes tracking_list_event_attributes
tracking_export_audit_report get_page_groups recommend_next_action prioritize_issues generate_action_plan
identify_blockers_for_release analyze_user_intent suggest_quick_scenarios suggest_scenario generate_scenarios analyze_results
agent_start_recording* agent_recording_turn agent_finish_recording* tracking_delete_page_attribute*
tracking_delete_event_attribute* tracking_delete_page* tracking_delete_event* tracking_unlink_page_scenario*
tracking_unlink_event_frt* tracking_update_plan* frt_organize_feature_groups* frt_save_feature_draft* frt_list_step_defs
frt_get_step_def frt_get_step_usage frt_validate_gherkin frt_dry_run_feature frt_suggest_steps frt_list_features frt_get_coverage
frt_list_runs frt_get_run_timeline frt_create_step_def* frt_update_step_def* frt_delete_step_def* frt_apply_heal*
frt_create_feature* frt_rename_feature* frt_delete_feature* frt_add_scenario* frt_update_scenario* frt_delete_scenario*
frt_add_step* frt_update_step* frt_remove_step* frt_set_gherkin* frt_set_gherkin_bulk* frt_propose_journey frt_explore_site`;

/** Required args of tools that change something, besides `confirm`. */
const REQUIRED: Record<string, string> = {
  approve_vrt_results: "scenarios",
  create_scenario: "label url",
  create_comparison_rule: "scenarioLabel selector mode",
  create_content_rule: "scenarioLabel selector normalize",
  run_frt_feature: "featureId",
  create_frt_scenario: "goal",
  frt_organize_feature_groups: "groups",
  frt_save_feature_draft: "featureId",
  post_pr_comment: "prNumber",
  tracking_set_page_attribute: "pageId name expected",
  tracking_delete_page_attribute: "pageId name",
  tracking_set_event_attribute: "eventId name expected",
  tracking_delete_event_attribute: "eventId name",
  tracking_upsert_page: "id label pageType",
  tracking_delete_page: "pageId",
  tracking_upsert_event: "id label eventType",
  tracking_delete_event: "eventId",
  tracking_link_page_scenario: "pageId scenarioId",
  tracking_unlink_page_scenario: "pageId scenarioId",
  tracking_link_event_frt: "eventId featureId stepIndex stepText",
  tracking_unlink_event_frt: "eventId featureId",
  tracking_update_plan: "fields reason",
  agent_start_recording: "",
  agent_finish_recording: "",
};

/** Every value of some args; the order does not matter. */
const VALUES: [tool: string, arg: string, values: string][] = [
  ["get_diff_stats", "viewport", "phone tablet desktop"],
  ["approve_vrt_results", "viewports", "phone tablet desktop"],
  ["run_baseline", "browsers", "chromium firefox webkit"],
  ["create_comparison_rule", "mode", "full layout_only ignore dynamic"],
  ["run_full_audit", "pillars", "visual functional a11y perf seo security tracking privacy"],
  ["tracking_export_audit_report", "format", "xlsx html pdf"],
];

/** Tools that answer like the CI endpoint that they mirror. */
const CI = `run_vrt run_baseline run_perf run_seo run_a11y run_security run_tracking get_run_status list_projects`;
/** Tools that start a job and answer its id. */
const ASYNC = `crawl_site generate_scenarios frt_propose_journey frt_explore_site tracking_prove_issue_ticket`;

const namesIn = (list: string) => list.split(/\s+/).filter(Boolean);
type Field = { enum?: string[]; items?: Field };
const shown = TOOLS.map(({ name, mutating }) => `${name}${mutating ? "*" : ""}`);
const of = (profile: "qa" | "full") => shown.filter((_, index) => TOOLS[index]?.profile === profile);
const without = (all: readonly string[], some: readonly string[]) => all.filter((name) => !some.includes(name));

describe("the tools of the contract", () => {
  it("are 122, of which 44 in the profile qa", () =>
    expect([namesIn(QA).length, namesIn(FULL).length]).to.deep.equal([44, 78]));

  for (const [profile, list] of [
    ["qa", QA],
    ["full", FULL],
  ] as const)
    it(`are there in the profile ${profile}, and change something or not as it says`, () => {
      expect(without(namesIn(list), of(profile)), "missing").to.deep.equal([]);
      expect(without(of(profile), namesIn(list)), "not of the contract").to.deep.equal([]);
    });

  it("require the args that it lists, and no others", () => {
    for (const [name, args] of Object.entries(REQUIRED))
      expect(inputSchemaOf(findTool(name)).required, name).to.have.members([...namesIn(args), "confirm"]);
  });

  it("take the values that it lists, and no others", () => {
    for (const [name, arg, values] of VALUES) {
      const { properties } = inputSchemaOf(findTool(name)) as { properties: Record<string, Field> };
      const field = properties[arg];
      expect((field?.items ?? field)?.enum, `${name} ${arg}`).to.have.members(namesIn(values));
    }
  });

  it("answer in a CI shape or start a job where it says so, and nowhere else", () => {
    const having = (mark: "ci" | "async") => TOOLS.filter((tool) => tool[mark]).map(({ name }) => name);
    expect(having("ci")).to.have.members(namesIn(CI));
    expect(having("async")).to.have.members(namesIn(ASYNC));
  });

  it("are in the catalogue and in the OpenAPI document, each once", () => {
    const catalogue = catalogueOf("0.0.0");
    expect(catalogue.tools.map(({ name }) => name)).to.deep.equal(TOOLS.map(({ name }) => name));
    expect(catalogue.count).to.equal(new Set(shown).size);
    const document = JSON.stringify(openApiDocument("0.0.0"));
    expect(TOOLS.filter(({ name }) => !document.includes(`"${name}"`)).map(({ name }) => name)).to.deep.equal([]);
  });
});
