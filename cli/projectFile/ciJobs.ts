// CI jobs: what `init --ci` writes and docs/ci/ shows.
import { type Preview, USUAL_PREVIEW } from "./preview.ts";

export const CI_SYSTEMS = ["github", "gitlab", "circleci", "jenkins", "azure"] as const;
export type Ci = (typeof CI_SYSTEMS)[number];

/** `service`: a Plumbline is running somewhere. `local`: the job starts its own, and the site too. */
export const CI_PLACES = ["service", "local"] as const;
export type CiPlace = (typeof CI_PLACES)[number];

/** `file`: where the CI system looks for it. `page`: its name in docs/ci/. */
export type CiJob = { file: string; page: string; text: string };

/** The service provides its own command line, because a name in a public registry could belong to anybody. */
const RUN = 'npx --yes "$SVC_URL/cli.tgz" run visual a11y --wait --junit junit.xml';
/** Clones the version that the team uses; the CI cache keeps its data folder between jobs. */
const CLONE = 'git clone --depth 1 "$PLUMBLINE_REPOSITORY" ../plumbline';
const SETUP = "npm ci --prefix ../plumbline && npm run setup --prefix ../plumbline";
const LOCAL = "node ../plumbline/cli/plumbline.ts run visual a11y --local";

/** `install` and `run`: the commands that install and test. */
type Job = { place: CiPlace; mainBranch: string; install: readonly string[]; run: string };
const LINES: Record<CiPlace, (preview: Preview) => Pick<Job, "install" | "run">> = {
  service: () => ({ install: [], run: RUN }),
  local: ({ install, serve, url }) => ({
    install: [...install, CLONE, SETUP],
    run: `${LOCAL} --serve "${serve}" --url ${url} --junit junit.xml`,
  }),
};

/** Indents the lines and joins them. */
const indented = (lines: readonly string[], depth: number): string =>
  lines.map((line) => `${" ".repeat(depth)}${line}\n`).join("");
/** Returns a YAML list of commands, quoted if YAML would misread them. */
const items = (lines: readonly string[], depth: number): string =>
  indented(
    lines.map((line) => (/[:#"]/.test(line) ? `- '${line.replaceAll("'", "''")}'` : `- ${line}`)),
    depth,
  );

/** Returns the branch as YAML reads it back as text: 7.10 would be a number, and null nothing. */
const yamlBranch = (branch: string): string =>
  /^(\d.*|null|true|false|yes|no|on|off|[yn])$/i.test(branch) ? `"${branch}"` : branch;

const github = ({ place, mainBranch, install, run }: Job): string => {
  const service =
    place === "service"
      ? `      SVC_URL: \${{ vars.SVC_URL }}
      SVC_API_KEY: \${{ secrets.SVC_API_KEY }}
`
      : `      PLUMBLINE_REPOSITORY: \${{ vars.PLUMBLINE_REPOSITORY }}
`;
  const cache =
    place === "local"
      ? `      - uses: actions/cache@v4
        with:
          path: |
            ~/.cache/plumbline
            ~/.cache/ms-playwright
            ~/.npm
          key: plumbline-setup-\${{ runner.os }}-\${{ github.run_id }}
          restore-keys: plumbline-setup-\${{ runner.os }}-
      - uses: actions/cache/restore@v4
        with:
          path: .plumbline
          key: plumbline-main-\${{ github.run_id }}
          restore-keys: plumbline-main-
`
      : "";
  // Main's baselines are shared by all branches; what a pull request stores stays its own.
  const save =
    place === "local"
      ? `      - uses: actions/cache/save@v4
        # A job that is cancelled may be killed while the service still writes.
        if: \${{ !cancelled() && github.ref == 'refs/heads/${mainBranch}' }}
        with:
          path: .plumbline
          key: plumbline-main-\${{ github.run_id }}
`
      : "";
  return `name: Plumbline
on:
  pull_request:
  push:
    branches: [${yamlBranch(mainBranch)}]
permissions:
  contents: read
  pull-requests: write
jobs:
  quality:
    runs-on: ubuntu-latest
    env:
${service}    steps:
      - uses: actions/checkout@v4
        with: { fetch-depth: 0 }
      - uses: actions/setup-node@v4
        with: { node-version: ${place === "service" ? 22 : 24} }
${cache}${indented(
  [...install, `${run} --github`].map((line) =>
    /[:#"]/.test(line) ? `- run: '${line.replaceAll("'", "''")}'` : `- run: ${line}`,
  ),
  6,
)}${save}`;
};

/** The main branch stores the cache; jobs of merge requests only restore it. */
const GITLAB_CACHE = `  variables:
    GIT_DEPTH: 0
    XDG_CACHE_HOME: $CI_PROJECT_DIR/.cache
    PLAYWRIGHT_BROWSERS_PATH: $CI_PROJECT_DIR/.cache/ms-playwright
    npm_config_cache: $CI_PROJECT_DIR/.cache/npm
  rules:
    - if: $CI_COMMIT_BRANCH == $CI_DEFAULT_BRANCH
      variables: { KEEPS: pull-push }
    - if: $CI_PIPELINE_SOURCE == "merge_request_event"
      variables: { KEEPS: pull }
  cache:
    - key: plumbline
      paths: [.plumbline]
      policy: $KEEPS
    - key: plumbline-setup
      paths: [.cache]
`;

/** Without rules, GitLab runs the job in pipelines of branches only, which do not know their merge request. */
const GITLAB_RULES = `  variables: { GIT_DEPTH: 0 }
  rules:
    - if: $CI_COMMIT_BRANCH == $CI_DEFAULT_BRANCH
    - if: $CI_PIPELINE_SOURCE == "merge_request_event"
`;

const gitlab = ({ place, install, run }: Job): string => {
  return `plumbline:
  image: node:${place === "service" ? 22 : 24}
${place === "local" ? GITLAB_CACHE : GITLAB_RULES}  script:
${items([...install, `${run} --gitlab gl-code-quality.json`], 4)}  artifacts:
    when: always
    reports:
      junit: junit.xml
      codequality: gl-code-quality.json
`;
};

const circleci = ({ place, mainBranch, install, run }: Job): string => {
  const steps = [...install, run];
  const restore = `      - restore_cache:
          keys: [plumbline-setup-]
      - restore_cache:
          keys: [plumbline-main-]
`;
  const save = `      - save_cache:
          key: plumbline-setup-{{ .Environment.CIRCLE_WORKFLOW_ID }}
          paths: [~/.cache/plumbline, ~/.cache/ms-playwright, ~/.npm]
      - when:
          condition:
            equal: [${yamlBranch(mainBranch)}, << pipeline.git.branch >>]
          steps:
            - save_cache:
                key: plumbline-main-{{ .Environment.CIRCLE_WORKFLOW_ID }}
                paths: [.plumbline]
                when: always
`;
  return `version: 2.1
jobs:
  plumbline:
    docker:
      - image: cimg/node:${place === "service" ? "22.20" : "24.9"}
    steps:
      - checkout
${place === "local" ? restore : ""}${indented(
  steps.map((line) => (/[:#"]/.test(line) ? `- run: '${line.replaceAll("'", "''")}'` : `- run: ${line}`)),
  6,
)}${place === "local" ? save : ""}      - store_test_results:
          path: junit.xml
workflows:
  quality:
    jobs: [plumbline]
`;
};

const jenkins = ({ place, mainBranch, install, run }: Job): string => {
  const environment =
    place === "service"
      ? `  environment {
    SVC_URL = 'https://plumbline.example.com'
    SVC_API_KEY = credentials('plumbline-key')
  }
`
      : `  environment {
    PLUMBLINE_REPOSITORY = 'https://git.example.com/tools/plumbline.git'
    XDG_CACHE_HOME = '/plumbline/cache'
    PLAYWRIGHT_BROWSERS_PATH = '/plumbline/browsers'
  }
`;
  const agent =
    place === "service"
      ? "  agent { docker { image 'node:22' } }\n"
      : `  agent {
    docker {
      image 'node:24'
      args '-u root -v plumbline:/plumbline'
    }
  }
`;
  // A volume stores what CI caches store elsewhere: the setup, and the data folder of main's job.
  const restored = place === "local" ? ["rm -rf .plumbline && cp -r /plumbline/main .plumbline || true"] : [];
  const keeps =
    place === "local"
      ? `    always {
      script {
        if (env.BRANCH_NAME == '${mainBranch}') { sh "rm -rf /plumbline/main && cp -r .plumbline /plumbline/main" }
      }
      junit allowEmptyResults: true, testResults: 'junit.xml'
    }
`
      : "    always { junit allowEmptyResults: true, testResults: 'junit.xml' }\n";
  return `pipeline {
${agent}${environment}  stages {
    stage('Plumbline') {
      steps {
${indented(
  [...restored, ...install, run].map((line) => `sh '${line.replaceAll("'", "\\'")}'`),
  8,
)}      }
    }
  }
  post {
${keeps}  }
}
`;
};

const azure = ({ place, mainBranch, install, run }: Job): string => {
  const env =
    place === "service"
      ? `    env:
      SVC_URL: $(SVC_URL)
      SVC_API_KEY: $(SVC_API_KEY)
`
      : "";
  const cache = `  - task: Cache@2
    inputs:
      key: plumbline-setup | "$(Agent.OS)" | "$(Build.BuildId)"
      restoreKeys: plumbline-setup | "$(Agent.OS)"
      path: $(HOME)/.cache
  - task: Cache@2
    inputs:
      key: plumbline | "$(Build.BuildId)"
      restoreKeys: plumbline
      path: .plumbline
`;
  return `trigger: [${yamlBranch(mainBranch)}]
pool: { vmImage: ubuntu-latest }
steps:
  - checkout: self
    fetchDepth: 0
  - task: UseNode@1
    inputs: { version: ${place === "service" ? 22 : 24}.x }
${place === "local" ? cache : ""}${indented(
  install.map((line) => (/[:#"]/.test(line) ? `- script: '${line.replaceAll("'", "''")}'` : `- script: ${line}`)),
  2,
)}${items([run], 2).replace("- ", "- script: ")}${env}  - task: PublishTestResults@2
    condition: always()
    inputs: { testResultsFiles: junit.xml }
`;
};

const JOBS: Record<Ci, { file: string; page: string; text(job: Job): string }> = {
  github: { file: ".github/workflows/plumbline.yml", page: "github-actions.yml", text: github },
  gitlab: { file: ".gitlab-ci.yml", page: "gitlab-ci.yml", text: gitlab },
  circleci: { file: ".circleci/config.yml", page: "circleci.yml", text: circleci },
  jenkins: { file: "Jenkinsfile", page: "Jenkinsfile", text: jenkins },
  azure: { file: "azure-pipelines.yml", page: "azure-pipelines.yml", text: azure },
};

type Wanted = { place?: CiPlace; preview?: Preview; mainBranch?: string };

/** Returns the job for a CI system; GitHub's if it is unknown. `preview`: how the job serves the site itself. */
export function jobOf(
  ci: Ci | null,
  { place = "service", preview = USUAL_PREVIEW, mainBranch = "main" }: Wanted = {},
): CiJob {
  const { file, page, text } = JOBS[ci ?? "github"];
  const named = place === "service" ? page : page.replace(/(\.\w+)?$/, (extension) => `-local${extension}`);
  return { file, page: named, text: text({ place, mainBranch, ...LINES[place](preview) }) };
}
