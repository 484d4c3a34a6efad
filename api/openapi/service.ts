// What the service says of itself.
import type { Endpoint } from "./endpoint.ts";

export const SERVICE_ENDPOINTS: readonly Endpoint[] = [
  {
    method: "get",
    path: "/api/health",
    id: "health",
    tag: "Service",
    summary: "Is the process alive?",
    access: "open",
    withoutDatabase: true,
    answers: { 200: { description: "It is.", json: "Health" } },
  },
  {
    method: "get",
    path: "/api/ready",
    id: "readiness",
    tag: "Service",
    summary: "Is every part there?",
    access: "open",
    withoutDatabase: true,
    answers: {
      200: { description: "Every part is there.", json: "Readiness" },
      503: { description: "A part is away; `parts` says which.", json: "Readiness", headers: ["Retry-After"] },
    },
  },
  {
    method: "get",
    path: "/api/docs",
    id: "docs",
    tag: "Service",
    summary: "This document, to read and to try",
    access: "open",
    withoutDatabase: true,
    answers: { 200: { description: "A page.", types: ["text/html"] } },
  },
  {
    method: "get",
    path: "/api/docs/{file}",
    id: "docsFile",
    tag: "Service",
    summary: "Script and style of that page",
    access: "open",
    params: { file: "docs.js or docs.css" },
    withoutDatabase: true,
    answers: { 200: { description: "The file.", types: ["text/javascript", "text/css"] } },
  },
  {
    method: "get",
    path: "/metrics",
    id: "metrics",
    tag: "Service",
    summary: "Figures for Prometheus",
    description:
      "For whom `SVC_METRICS_ACCESS` lets in; to others it is not there. The port of `SVC_METRICS_PORT` has it too.",
    access: "open",
    withoutDatabase: true,
    answers: { 200: { description: "The figures.", types: ["text/plain"] } },
    refusals: { 404: "Not for this caller." },
  },
];
