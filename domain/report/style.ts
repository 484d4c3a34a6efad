// Styles of reports, for screen and A4. No requests: fonts are the reader's system fonts.

/** Colours also differ in lightness, so that their order is visible in grey. All text has a contrast of at least 4.5:1. */
const COLOURS = `
:root{color-scheme:light;--paper:#fff;--ground:#f3f4f6;--ink:#16202c;--soft:#4a5665;--line:#d8dde4;--wash:#f6f7f9;--accent:#1d4f91;
--good:#12703d;--warn:#8a5a00;--bad:#a3152c;--none:#5b6673;--new:#5b2a9d;
--critical:#8c0d2c;--serious:#b23c06;--moderate:#7d5b00;--minor:#2f6690;--info:#5b6673}
@media screen and (prefers-color-scheme:dark){:root{color-scheme:dark;--paper:#161b22;--ground:#0d1117;--ink:#e8edf3;--soft:#a7b2c0;--line:#323b47;--wash:#1d242d;--accent:#8ab8f5;
--good:#5cc48a;--warn:#e0b04c;--bad:#ff8b98;--none:#a0abb8;--new:#c4a4ff;
--critical:#ff8fa3;--serious:#ffa26b;--moderate:#e3c04f;--minor:#8cc1ec;--info:#a7b2c0}}`;

const BASE = `
*{box-sizing:border-box}
html{-webkit-text-size-adjust:100%}
body{margin:0;background:var(--ground);color:var(--ink);font:15px/1.55 system-ui,-apple-system,"Segoe UI",Roboto,"Helvetica Neue",Arial,"Liberation Sans",sans-serif;font-variant-numeric:tabular-nums}
main{max-width:62rem;margin:2rem auto;background:var(--paper);border:1px solid var(--line);border-radius:10px;overflow:clip}
h1,h2,h3,h4,p,ul,ol,dl,dd,figure{margin:0}
h1{font-size:2.5rem;line-height:1.1;letter-spacing:-.02em;font-weight:700}
h2{font-size:1.6rem;line-height:1.2;letter-spacing:-.01em}
h3,.sub{font-size:1.12rem;line-height:1.3;letter-spacing:0;margin:2.2rem 0 .8rem}
h4{font-size:1rem;line-height:1.35}
a{color:var(--accent);text-decoration-thickness:.06em;text-underline-offset:.18em}a:hover{text-decoration-thickness:.12em}
h1,h2,h3,h4,p,td,li,dd{overflow-wrap:anywhere}
code,pre{font:.86em/1.5 ui-monospace,SFMono-Regular,Menlo,Consolas,"Liberation Mono",monospace}
pre{margin:.35rem 0 0;padding:.45rem .6rem;background:var(--wash);border-left:3px solid var(--line);white-space:pre-wrap;overflow-wrap:anywhere;color:var(--soft)}
.soft{color:var(--soft)}.small{font-size:.87rem}.name{white-space:nowrap}
section,.cover{padding:2.6rem 3rem}
section{border-top:1px solid var(--line)}`;

const MARKS = `
.shape{width:.8em;height:.8em;flex:none;fill:currentColor}
.mark{display:inline-flex;align-items:center;gap:.38em;font-weight:600;font-size:.85rem;white-space:nowrap}
.sev-critical{color:var(--critical)}.sev-serious{color:var(--serious)}.sev-moderate{color:var(--moderate)}.sev-minor{color:var(--minor)}.sev-info{color:var(--info)}
.tone-good{color:var(--good)}.tone-warn{color:var(--warn)}.tone-bad{color:var(--bad)}.tone-none{color:var(--none)}.tone-new{color:var(--new)}
.pill{border:1px solid currentColor;border-radius:99px;padding:.12em .7em}
.dial{display:flex;flex-direction:column;align-items:center;gap:.3rem;flex:none}
.dial svg{display:block}.dial-large svg{width:11rem}.dial-small svg{width:4.2rem}
.dial circle{fill:none;stroke-width:11}.dial .track{stroke:var(--line)}.dial .arc{stroke:currentColor;stroke-linecap:round}
.dial text{fill:var(--ink);text-anchor:middle}.dial-figure{font-size:36px;font-weight:700}.dial-of{font-size:12px;fill:var(--soft)!important}
.dial figcaption{font-weight:600}
.score{display:inline-flex;align-items:center;gap:.6em;white-space:nowrap}.score-figure{color:var(--ink);min-width:1.9em;text-align:right;font-weight:600}
.bar{width:5rem;height:.5rem}.bar-track{fill:var(--line)}.bar-fill{fill:currentColor}`;

const LAYOUT = `
.brand{display:flex;align-items:center;gap:.55rem;font-weight:700;letter-spacing:.01em}.brand svg{width:1.1rem;height:1.5rem}
.cover-head{display:flex;justify-content:space-between;align-items:center;gap:1rem;padding-bottom:1.4rem;border-bottom:2px solid var(--ink)}
.cover-title{display:flex;justify-content:space-between;align-items:center;gap:2.5rem;margin:2.6rem 0 2.2rem}
.cover-title>div{min-width:0}
.kind{color:var(--soft);font-size:1.05rem;margin-bottom:.45rem}
.site{margin-top:.7rem;font-size:1.08rem}
.outcome{margin:0 0 1.4rem;font-size:1.08rem}.verdict{margin-top:1.3rem}.verdict .mark{font-size:1rem}
.why{margin:1rem 0 0;padding:0;list-style:none}.why li{padding:.15rem 0}
.facts{display:grid;grid-template-columns:repeat(auto-fit,minmax(11rem,1fr));gap:1rem 2rem;padding:1.3rem 0;border-top:1px solid var(--line)}
.facts-section{margin-top:1.4rem;padding-bottom:0}.facts dt{color:var(--soft);font-size:.82rem}.facts dd{font-weight:600;font-size:.93rem}
.kpis{display:grid;grid-template-columns:repeat(6,1fr);margin:1.6rem 0 0;border:1px solid var(--line);border-radius:8px;overflow:clip}
.kpis div{padding:.75rem .9rem;border-left:1px solid var(--line)}.kpis div:first-child{border-left:0}
.kpis dt{color:var(--soft);font-size:.82rem}.kpis dd{font-size:1.35rem;font-weight:700;line-height:1.3}
.severities{display:flex;flex-wrap:wrap;gap:.4rem 1.6rem;margin-top:1rem;padding:0;list-style:none}
.severities b{color:var(--ink);margin-left:.1em}
.first{margin:0;padding:0;list-style:none}.first li{display:grid;grid-template-columns:6.2rem 1fr auto 3.6rem;gap:0 1rem;align-items:baseline;padding:.4rem 0;border-bottom:1px solid var(--line)}.first .mark{align-self:center}
.section-head{display:flex;align-items:center;gap:1.3rem}.section-head>div{min-width:0;flex:1}
.section-head .mark{font-size:.95rem;margin-top:.3rem}
table{width:100%;border-collapse:collapse;font-size:.9rem}
th{color:var(--soft);font-weight:600;font-size:.82rem;text-align:left;vertical-align:bottom;border-bottom:1.5px solid var(--ink);padding:.35rem .7rem .35rem 0}
td{vertical-align:top;border-bottom:1px solid var(--line);padding:.5rem .7rem .5rem 0}
th:last-child,td:last-child{padding-right:0}
.num{text-align:right;white-space:nowrap}
.note{margin-top:.9rem;color:var(--soft);font-size:.9rem}
.callout{margin-top:1rem;padding:.7rem 1rem;background:var(--wash);border-left:3px solid var(--none)}
.callout.tone-bad{border-color:var(--bad)}.callout.tone-warn{border-color:var(--warn)}.callout p,.callout li{color:var(--ink)}.callout ul{margin:.3rem 0 0;padding-left:1.2rem}`;

const FINDINGS = `
.rule{border:1px solid var(--line);border-radius:8px;margin-top:1rem;overflow:clip}
.rule-head{padding:.85rem 1.1rem;background:var(--wash);border-bottom:1px solid var(--line)}
.rule-line{display:flex;flex-wrap:wrap;align-items:center;gap:.2rem 1rem;margin-bottom:.25rem}
.rule-line .soft{font-size:.87rem}
.fix{margin-top:.4rem;font-size:.93rem}.fix b{font-weight:600}
.where{margin:0;padding:.2rem 1.1rem .8rem;list-style:none}
.where>li{padding:.6rem 0 0}
.page-name{font-weight:600;font-size:.92rem}
.hits{margin:.15rem 0 0;padding:0;list-style:none}
.hits>li{display:grid;grid-template-columns:1fr auto;gap:0 1rem;padding:.3rem 0;border-bottom:1px solid var(--line)}.hits>li:last-child{border-bottom:0}
.hits p{font-size:.92rem}.hits code{color:var(--soft)}
.hits img,.proof img{display:block;max-width:100%;max-height:15rem;margin-top:.5rem;border:1px solid var(--line);border-radius:4px;background:#fff}
.rest{padding:0 1.1rem .8rem;color:var(--soft);font-size:.9rem}
.checks{columns:3;column-gap:2rem;padding:0;list-style:none;font-size:.9rem}.checks li{padding:.1rem 0;break-inside:avoid;color:var(--soft)}.checks .shape{color:var(--good);margin-right:.5em}
.proof{margin-top:1rem;border:1px solid var(--line);border-radius:8px;padding:.8rem 1.1rem}
.chain{display:grid;grid-template-columns:repeat(3,minmax(0,1fr));gap:.5rem 1.2rem;margin-top:.6rem}
.chain dt{color:var(--soft);font-size:.82rem}.chain dd{font-size:.9rem}
.proof ul{margin:.5rem 0 0;padding-left:1.2rem}
footer{padding:1.4rem 3rem;border-top:1px solid var(--line);color:var(--soft);font-size:.85rem}
@media screen and (max-width:46rem){main{margin:0;border:0;border-radius:0}section,.cover{padding:1.6rem 1.1rem}footer{padding:1.2rem 1.1rem}
h1{font-size:1.9rem}.cover-title{flex-direction:column;align-items:flex-start;gap:1.4rem}.kpis{grid-template-columns:repeat(3,1fr)}.kpis div:nth-child(4){border-left:0}.kpis div:nth-child(n+4){border-top:1px solid var(--line)}
.first li{display:flex;flex-wrap:wrap}.wide table{min-width:36rem}.checks{columns:1}.chain{grid-template-columns:1fr}.wide{overflow-x:auto}.bar{width:3rem}}`;

/** The frames have the colours of the pages' screenshots, which have no dark mode. */
const VISUAL_PARTS = `
.pictured{max-width:82rem}
.verdict-note{display:block;margin-top:.5rem;color:var(--soft);font-size:.95rem}
.shots{padding:.2rem 1.1rem .9rem}
.shot{padding-top:1rem}.shot .page-name .soft{font-weight:400}
.trio{display:grid;grid-template-columns:repeat(3,minmax(0,1fr)) 5.5rem;gap:.4rem .9rem;align-items:start;margin:.45rem 0 .5rem}
.trio-wide{grid-template-columns:minmax(0,1fr) 5.5rem}.trio-wide figure{grid-column:1}.trio-wide .overview{grid-column:2;grid-row:1/span 3}
.trio figcaption{color:var(--soft);font-size:.82rem;margin-bottom:.2rem}
.trio img{display:block;max-width:100%;height:auto;border:1px solid var(--line);background:#fff}
.missing{border:1px dashed var(--line);padding:1rem .7rem}
.overview>div{position:relative;width:fit-content}.overview img{max-height:17rem;width:auto}
.overview svg{position:absolute;inset:0;width:100%;height:100%}.overview rect{fill:rgba(220,0,40,.14);stroke:#dc0028;stroke-width:2}
.regions{margin:.5rem 0 0;padding-left:1.2rem;font-size:.9rem}
.steps{margin:.6rem 0 0;padding:0;list-style:none}.steps li{display:grid;grid-template-columns:6.4rem 1fr auto;gap:0 1rem;padding:.2rem 0;border-bottom:1px solid var(--line)}.steps li:last-child{border-bottom:0}
.scenario figure.proof{padding:0;border:0}
.change h4 code{font-size:.95em}
.proof p{margin-top:.25rem}
@media screen and (max-width:46rem){.trio,.trio-wide{grid-template-columns:minmax(0,1fr)}.trio-wide .overview{grid-column:1;grid-row:auto}.overview img{max-height:9rem}.shots{padding:.2rem .8rem .9rem}}
@media print{.trio{grid-template-columns:repeat(3,minmax(0,1fr)) 14mm;gap:2mm 3mm}.trio-wide{grid-template-columns:minmax(0,1fr) 14mm}.trio img{max-height:88mm;width:auto}.overview img{max-height:60mm}.shot,.proof{break-inside:avoid}.change .rule-head{break-after:avoid}}`;

/** A section starts on a new page, a rule's heading stays with its first finding, a row is not split, and a table's head is repeated. */
const PRINT = `
@page{size:A4;margin:20mm 17mm 18mm}
@media print{
html{font-size:9.4pt}body{background:#fff;font-size:9.4pt;line-height:1.45;-webkit-print-color-adjust:exact;print-color-adjust:exact}
main{max-width:none;margin:0;border:0;border-radius:0;overflow:visible}
section,.cover{padding:0}section{border-top:0;break-before:page}
.cover-title{margin:12mm 0 10mm}.cover-suite .cover-title{margin:8mm 0 6mm}
h2,h3,h4,.rule-head,.section-head{break-after:avoid}
h3,.sub{margin-top:7mm}
tr,.kpis,.facts,.first li,.callout,.hits>li,.proof,.severities{break-inside:avoid}
.rule-head{break-inside:avoid}.rule,.kpis{overflow:visible}
.where>li>.page-name{break-after:avoid}
thead{display:table-header-group}
p,li{orphans:3;widows:3}
a{color:inherit}
footer{padding:6mm 0 0;margin-top:8mm;break-inside:avoid}
.hits img,.proof img{max-height:60mm}}`;

export const STYLE = [COLOURS, BASE, MARKS, LAYOUT, FINDINGS, PRINT, VISUAL_PARTS].join("");
