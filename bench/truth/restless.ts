// Pages that move by themselves, each with one moving part. The rest of the page is static and is judged too.

import type { ServerResponse } from "node:http";
import type { ComparisonRule } from "../../domain/visual/shot.ts";

export type RestlessPage = {
  name: string;
  /** HTML of the body. */
  html: string;
  /** Responses for paths below the page's own, `/restless/<name>/…`. */
  answers?: Record<string, (response: ServerResponse) => void>;
  /** Rules as a careful user would set them. */
  rules?: ComparisonRule[];
  /** Whether it differs between visits but is static within one, so that no tool can tell it from a genuine change. Counted separately. */
  random?: true;
};

const json = (response: ServerResponse, body: unknown, ms = 0): void => {
  setTimeout(() => response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(body)), ms);
};
const between = (low: number, high: number): number => low + Math.random() * (high - low);
const rule = (selector: string, mode: ComparisonRule["mode"]): ComparisonRule => ({
  id: `rule ${selector}`,
  selector,
  mode,
});
const cards = (n: number): string =>
  Array.from(
    { length: n },
    (_, at) => `<div class="card"><b>Story ${at + 1}</b><p>What happened in district ${at + 3}.</p></div>`,
  ).join("");

const AD = `<div id="ad" style="height:120px;display:grid;place-items:center;color:#fff;font:700 22px Arial"></div>
<script>const ads=[["#0b7285","Soap that lasts"],["#862e9c","Fly to Lisbon"],["#2b8a3e","Bread, daily"],["#c92a2a","Half-price tyres"],["#364fc7","Learn the cello"]];
const [colour,text]=ads[Math.floor(Math.random()*ads.length)];ad.style.background=colour;ad.textContent=text;</script>`;
const AVATARS = `<div class="people"></div><script>for(const name of ["Ada","Bo","Cy","Di"]){const one=document.createElement("span");one.className="avatar";
one.style.cssText="display:inline-block;width:48px;height:48px;border-radius:50%;margin:4px;text-align:center;line-height:48px;color:#fff;background:hsl("+Math.random()*360+" 60% 45%)";
one.textContent=name;document.querySelector(".people").append(one)}</script>`;
const RELATED = `<h3>Related</h3><ul class="related"></ul><script>const items=["Tides","Cranes","Ropes","Nets","Lamps","Buoys"];
items.sort(()=>Math.random()-.5).slice(0,4).forEach(text=>{const li=document.createElement("li");li.textContent=text;document.querySelector(".related").append(li)})</script>`;

const BUBBLE =
  "position:fixed;right:20px;bottom:20px;border-radius:20px;background:#1864ab;color:#fff;padding:14px 22px";
/** Static between turns, and shows a different slide after each one. */
const SLIDE = `<div id="car" style="height:160px;display:grid;place-items:center;color:#fff;font-size:30px;background:hsl(0 60% 40%)">Slide 0</div><script>let n=0;const turn=()=>{n+=1;car.style.background="hsl("+n*47+" 60% 40%)";car.textContent="Slide "+n}</script>`;

export const RESTLESS: readonly RestlessPage[] = [
  {
    name: "clock",
    html: `<p>It is <time id="t"></time> in the harbour.</p><script>const tick=()=>t.textContent=new Date().toISOString().slice(11,19);tick();setInterval(tick,1000)</script>`,
  },
  {
    name: "carousel",
    html: `<style>.car{overflow:hidden;height:160px;border-radius:8px}.track{display:flex;width:300%;height:100%;transition:transform .4s}.track div{flex:1;color:#fff;display:grid;place-items:center;font-size:30px}</style>
<div class="car"><div class="track"><div style="background:#1864ab">One</div><div style="background:#5c940d">Two</div><div style="background:#a61e4d">Three</div></div></div>
<script>let at=0;setInterval(()=>{at=(at+1)%3;document.querySelector(".track").style.transform="translateX("+-at*100/3+"%)"},2000)</script>`,
  },
  {
    name: "fading slides",
    html: `<style>.slides{position:relative;height:140px}.slides div{position:absolute;inset:0;opacity:0;transition:opacity .5s;color:#fff;padding:20px}.slides .on{opacity:1}</style><div class="slides"><div class="on" style="background:#087f5b">Spring</div><div style="background:#d9480f">Summer</div></div><script>const all=[...document.querySelectorAll(".slides div")];let n=0;setInterval(()=>{all[n].className="";n=1-n;all[n].className="on"},2500)</script>`,
  },
  {
    name: "ticker",
    html: `<div style="overflow:hidden;background:#222;color:#fff"><div id="run" style="white-space:nowrap;display:inline-block">NOK 11.42 ▲ · SEK 11.20 ▼ · DKK 7.46 ▲ · ISK 149.1 ▼ · EUR 1.00</div></div><script>let x=0;const go=()=>{x=(x+1)%400;run.style.transform="translateX("+-x+"px)";requestAnimationFrame(go)};go()</script>`,
  },
  { name: "marquee", html: `<marquee>Ferries run every twenty minutes until the fog lifts</marquee>` },
  {
    name: "live counter",
    html: `<p>Visitors now: <b id="n">…</b></p><script>const ask=async()=>{n.textContent=(await (await fetch("count")).json()).n;setTimeout(ask,900)};ask()</script>`,
    answers: { count: (response) => json(response, { n: Math.floor(between(100, 999)) }, 30) },
  },
  {
    name: "late banner 700",
    html: `<div id="b"></div><script>setTimeout(()=>b.innerHTML="<div style='background:#ffe066;padding:14px'>Free delivery this week</div>",700)</script>`,
  },
  {
    name: "late banner 2000",
    html: `<div id="b"></div><script>setTimeout(()=>b.innerHTML="<div style='background:#ffe066;padding:14px'>Free delivery this week</div>",2000)</script>`,
  },
  {
    name: "skeleton",
    html: `<div id="s"><div style="height:90px;background:#e9ecef"></div></div><script>fetch("data").then(r=>r.json()).then(d=>{s.innerHTML=d.rows.map(r=>"<p class=row>"+r+"</p>").join("")})</script>`,
    answers: {
      data: (response) => json(response, { rows: ["Oslo 4 °C", "Bergen 7 °C", "Tromsø −2 °C"] }, between(300, 1500)),
    },
  },
  {
    name: "skeleton by timer",
    html: `<div id="s"><div style="height:90px;background:#e9ecef"></div></div><script>setTimeout(()=>{s.innerHTML="<p>Oslo 4 °C</p><p>Bergen 7 °C</p>"},300+Math.random()*500)</script>`,
  },
  {
    name: "chain of fetches",
    html: `<div id="s">Loading</div><script>(async()=>{const get=async p=>(await fetch(p)).json();await get("a");const b=await get("b");await new Promise(r=>setTimeout(r,20));const c=await get("c");s.textContent=b.text+" "+c.text})()</script>`,
    answers: Object.fromEntries(
      ["a", "b", "c"].map((path) => [
        path,
        (response: ServerResponse) => json(response, { text: `part ${path}` }, between(100, 450)),
      ]),
    ),
  },
  {
    name: "lazy pictures",
    html: `${cards(6)}<img loading="lazy" src="/slow/one.png" width="360" height="200"><div style="height:900px"></div><img data-src="/slow/two.png" width="360" height="200"><script>new IntersectionObserver(es=>es.forEach(e=>{if(e.isIntersecting)e.target.src=e.target.dataset.src})).observe(document.querySelector("[data-src]"))</script>`,
  },
  {
    name: "shown when scrolled to",
    html: `<style>.f{opacity:0;transform:translateY(20px);transition:all .6s}.f.in{opacity:1;transform:none}</style><div style="height:800px"></div><div class="f card">First</div><div style="height:500px"></div><div class="f card">Second</div><script>const o=new IntersectionObserver(es=>es.forEach(e=>e.isIntersecting&&e.target.classList.add("in")));document.querySelectorAll(".f").forEach(f=>o.observe(f))</script>`,
  },
  {
    name: "spinner",
    html: `<style>@keyframes t{to{transform:rotate(1turn)}}.sp{width:40px;height:40px;border:4px solid #ddd;border-top-color:#1971c2;border-radius:50%;animation:t 1s linear infinite}</style><div class="sp"></div>`,
  },
  {
    name: "CSS animations",
    html: `<style>@keyframes p{50%{transform:scale(1.2);background:#fab005}}@keyframes d{to{background-position:200px 0}}.a{width:60px;height:60px;background:#e64980;animation:p 1.3s infinite alternate}.b{margin-top:20px;height:30px;background:linear-gradient(90deg,#eee,#ccc,#eee) 0 0/200px;animation:d 1s .3s infinite}</style><div class="a"></div><div class="b"></div>`,
  },
  {
    name: "canvas",
    html: `<canvas id="c" width="320" height="120" style="border:1px solid #ccc"></canvas><script>const g=c.getContext("2d");const draw=now=>{g.clearRect(0,0,320,120);for(let i=0;i<6;i++){g.fillStyle="hsl("+i*60+" 70% 55%)";g.beginPath();g.arc(30+i*50,60+Math.sin(now/300+i)*40,14,0,7);g.fill()}requestAnimationFrame(draw)};requestAnimationFrame(draw)</script>`,
  },
  {
    name: "moving SVG",
    html: `<svg width="200" height="80"><rect x="0" y="30" width="30" height="30" fill="#5f3dc4"><animate attributeName="x" values="0;170;0" dur="2s" repeatCount="indefinite"/></rect></svg>`,
  },
  { name: "moving SVG picture", html: `<img src="/moving.svg" width="200" height="80" alt="">` },
  {
    name: "typewriter",
    html: `<h2 id="h" style="min-height:1.4em"></h2><script>const words="We build quiet machines.";let i=0;setInterval(()=>{i=(i+1)%(words.length+6);h.textContent=words.slice(0,i)||"\\u00a0"},120)</script>`,
  },
  {
    name: "ages in seconds",
    html: `<ul id="u"></ul><script>const from=[4e3,61e3,3_605e3].map(ms=>Date.now()-ms-Math.random()*2e4);const show=()=>u.innerHTML=from.map(f=>"<li>"+Math.floor((Date.now()-f)/1000)+" s ago</li>").join("");show();setInterval(show,1000)</script>`,
  },
  {
    name: "long poll",
    html: `<p id="p">Waiting for news</p><script>const poll=()=>fetch("wait").then(r=>r.text()).then(poll,()=>0);poll()</script>`,
    answers: { wait: (response) => void setTimeout(() => response.end("none"), 25_000).unref() },
  },
  {
    name: "event stream",
    html: `<p>Price: <b id="v">0</b></p><script>new EventSource("stream").onmessage=e=>v.textContent=e.data</script>`,
    answers: {
      stream: (response) => {
        response.writeHead(200, { "content-type": "text/event-stream" });
        const timer = setInterval(() => response.write(`data: ${between(20, 99).toFixed(2)}\n\n`), 500);
        response.on("close", () => clearInterval(timer));
      },
    },
  },
  {
    name: "late style sheet",
    html: `<p class="swap">Set in one face, then in another.</p><script>setTimeout(()=>{const l=document.createElement("link");l.rel="stylesheet";l.href="late.css";document.head.append(l)},150)</script>`,
    answers: {
      "late.css": (response) =>
        void setTimeout(
          () =>
            response.writeHead(200, { "content-type": "text/css" }).end(".swap{font:24px/1.4 'Courier New',monospace}"),
          600,
        ),
    },
  },
  {
    name: "bar hidden after 3 s",
    html: `<div id="bar" style="background:#343a40;color:#fff;padding:12px">We use as few cookies as we can.</div><script>setTimeout(()=>bar.remove(),3000)</script>`,
  },
  {
    name: "list after its frame",
    html: `<ul id="u" style="min-height:40px"></ul><script>setTimeout(()=>fetch("list").then(r=>r.json()).then(all=>u.innerHTML=all.map(t=>"<li>"+t+"</li>").join("")),400)</script>`,
    answers: { list: (response) => json(response, ["Tides", "Cranes", "Ropes", "Nets"], 1_500) },
  },
  {
    name: "rounded pictures that come late",
    html: `<div id="g" style="min-height:180px"></div><script>setTimeout(()=>g.innerHTML=[1,2,3].map(n=>"<img decoding=sync src='/img/round"+n+".png' width=240 height=160 style='border-radius:18px;background:#eee;margin:4px' alt=''>").join(""),700)</script>`,
  },
  {
    name: "progress bar",
    html: `<div style="height:8px;background:#dee2e6"><div id="bar" style="height:8px;background:#d6336c;width:0"></div></div><script>let w=0;setInterval(()=>{w=(w+1)%101;bar.style.width=w+"%"},60)</script>`,
  },
  {
    name: "blinking caret",
    html: `<p style="font:18px monospace">$ deploy --now<span id="k" style="display:inline-block;width:10px;height:18px;background:#333"></span></p><script>setInterval(()=>k.style.visibility=k.style.visibility?"":"hidden",530)</script>`,
  },
  {
    name: "component that draws anew",
    html: `<stock-price></stock-price><script>customElements.define("stock-price",class extends HTMLElement{connectedCallback(){const r=this.attachShadow({mode:"open"});setInterval(()=>r.innerHTML="<p style='margin:0'>ABC <b>"+(100+Math.random()*9).toFixed(2)+"</b></p>",800)}})</script>`,
  },
  {
    name: "frame with a clock",
    html: `<iframe src="clock.html" width="300" height="80"></iframe>`,
    answers: {
      "clock.html": (response) =>
        void response
          .writeHead(200, { "content-type": "text/html" })
          .end(
            `<body style="font:20px Arial"><span id=t></span><script>const s=()=>t.textContent=new Date().toISOString().slice(11,19);s();setInterval(s,1000)</script>`,
          ),
    },
  },
  {
    name: "body never read",
    html: `<p id="p">Asking</p><script>fetch("big").then(r=>p.textContent="Answered "+r.status)</script>`,
    answers: { big: (response) => void response.writeHead(200).end("x".repeat(3_000_000)) },
  },
  {
    name: "figures that count up",
    html: `<b id="f" style="font-size:40px">0</b><script>const start=performance.now();const up=now=>{const part=Math.min(1,(now-start)/1500);f.textContent=Math.round(part*1240).toLocaleString("en");if(part<1)requestAnimationFrame(up)};requestAnimationFrame(up)</script>`,
  },
  {
    name: "short message",
    html: `<div id="m"></div><script>setTimeout(()=>m.innerHTML="<div style='position:fixed;right:20px;bottom:20px;background:#212529;color:#fff;padding:14px'>Saved</div>",900);setTimeout(()=>m.innerHTML="",2600)</script>`,
  },
  {
    name: "bar that slides in after 4 s",
    html: `<style>#ck{position:fixed;left:0;right:0;bottom:0;background:#343a40;color:#fff;padding:18px;transform:translateY(100%);transition:transform .6s}#ck.on{transform:none}</style><div id="ck">We use as few cookies as we can.</div><script>setTimeout(()=>ck.classList.add("on"),4000)</script>`,
  },
  {
    name: "bubble after 6 s",
    html: `<script>setTimeout(()=>document.body.insertAdjacentHTML("beforeend","<div id=chat style='${BUBBLE}'>Chat with us</div>"),6000)</script>`,
  },
  { name: "carousel every 5 s", html: `${SLIDE}<script>setInterval(turn,5000)</script>` },
  {
    name: "carousel by time-outs of 5 s",
    html: `${SLIDE}<script>const next=()=>{turn();setTimeout(next,5000)};setTimeout(next,5000)</script>`,
  },
  {
    name: "carousel by frames every 5 s",
    html: `${SLIDE}<script>let since=performance.now();const look=now=>{if(now-since>5000){since=now;turn()}requestAnimationFrame(look)};requestAnimationFrame(look)</script>`,
  },
  {
    name: "heading every 4 s",
    html: `<h2 id="h">Build</h2><script>const said=["Build","Deliver everywhere","Sell","Grow in peace","Rest"];let i=0;setInterval(()=>h.textContent=said[++i%5],4000)</script>`,
  },
  {
    name: "timer of a late script",
    html: `<div id="bar" style="background:#343a40;color:#fff;padding:12px">Tip of the day</div><script>setTimeout(()=>{const s=document.createElement("script");s.src="late.js";document.head.append(s)},400)</script>`,
    answers: {
      "late.js": (response) =>
        void setTimeout(
          () =>
            response
              .writeHead(200, { "content-type": "text/javascript" })
              .end("setTimeout(()=>document.getElementById('bar').remove(),3000)"),
          700,
        ),
    },
  },
  {
    name: "frame with a bar that hides",
    html: `<iframe src="bar.html" width="400" height="120"></iframe>`,
    answers: {
      "bar.html": (response) =>
        void response
          .writeHead(200, { "content-type": "text/html" })
          .end(
            `<body style="font:16px Arial"><div id="bar" style="background:#343a40;color:#fff;padding:12px">In a frame</div><p>Below it</p><script>setTimeout(()=>bar.remove(),3000)</script>`,
          ),
    },
  },
  {
    name: "bar that frames count down",
    html: `<div id="bar" style="background:#343a40;color:#fff;padding:12px">Tip of the day</div><script>const since=performance.now();const look=()=>{performance.now()-since>3000?bar.remove():requestAnimationFrame(look)};look()</script>`,
  },
  {
    name: "note after scrolling",
    html: `<div style="height:1500px"></div><div id="end" style="height:90px;background:#eee">The end</div><script>new IntersectionObserver(es=>es.forEach(e=>{if(e.isIntersecting&&!end.dataset.seen){end.dataset.seen=1;setTimeout(()=>end.insertAdjacentHTML("beforeend","<b id=note> Write to us</b>"),3000)}})).observe(end)</script>`,
  },
  {
    name: "task put off for 4 s",
    html: `<div id="bar" style="background:#343a40;color:#fff;padding:12px">Tip of the day</div><script>const hide=()=>bar.remove();globalThis.scheduler?.postTask?scheduler.postTask(hide,{delay:4000}):setTimeout(hide,4000)</script>`,
  },
  {
    name: "delayed animation",
    html: `<style>@keyframes out{to{opacity:0}}#saved{background:#343a40;color:#fff;padding:12px;animation:out .5s 3s forwards}</style><div id="saved">Saved</div>`,
  },
  { name: "advertisement under a rule", html: AD, rules: [rule("#ad", "ignore")] },
  { name: "avatars under a rule", html: AVATARS, rules: [rule(".people", "dynamic")] },
  { name: "related items under a rule", html: RELATED, rules: [rule(".related", "ignore")] },
  { name: "random advertisement", html: AD, random: true },
  { name: "random avatars", html: AVATARS, random: true },
  { name: "random related items", html: RELATED, random: true },
  {
    name: "one of two heads",
    html: `<script>document.write(Math.random()<.5?"<section style='background:#d0ebff;padding:40px'><h2>Save time</h2></section>":"<section style='background:#ffe3e3;padding:60px'><h2>Save money today</h2></section>")</script>`,
    random: true,
  },
];

/** Returns the document with the content common to all restless pages. */
export function restlessDocument({ name, html }: RestlessPage): string {
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>${name}</title><style>
body{margin:0;font:16px/1.5 Arial,sans-serif;color:#212529}header{background:#343a40;color:#fff;padding:16px 24px}main{padding:24px;max-width:1100px;margin:auto}.grid{display:grid;grid-template-columns:repeat(auto-fill,minmax(220px,1fr));gap:16px}.card{border:1px solid #dee2e6;border-radius:8px;padding:14px;box-shadow:0 2px 6px rgba(0,0,0,.06)}footer{background:#f1f3f5;padding:20px 24px;font-size:13px}
</style></head><body><header><b>Quiet Street</b></header><main><h1>${name}</h1>${html}<p>Everything below stands still.</p><div class="grid">${cards(8)}</div></main><footer>Imprint · Privacy</footer></body></html>`;
}
