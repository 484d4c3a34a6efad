// Launch options that force everything a browser sends through the proxy.
import type { FilterProxy } from "./filterProxy.ts";

export type ProxiedLaunch = {
  proxy: { server: string; bypass?: string };
  args: string[];
  firefoxUserPrefs?: Record<string, string | number | boolean>;
};

/**
 * Returns parts of Playwright's launch options for Chromium and its headless shell; add `args` to the other arguments.
 *
 * - `<-loopback>`: otherwise Chromium bypasses the proxy for loopback and link-local addresses.
 * - WebRTC is UDP, which no HTTP proxy carries: a page could probe private hosts by their answers to STUN.
 * - The resolver rule stops Chromium's own lookups (dns-prefetch), which would reveal names to the local network.
 * - QUIC is UDP too.
 */
export function chromiumThroughProxy(proxy: Pick<FilterProxy, "url">): ProxiedLaunch {
  return {
    proxy: { server: proxy.url, bypass: "<-loopback>" },
    args: [
      "--force-webrtc-ip-handling-policy=disable_non_proxied_udp",
      "--host-resolver-rules=MAP * ~NOTFOUND , EXCLUDE 127.0.0.1",
      "--disable-quic",
    ],
  };
}

/**
 * Returns the same for Firefox. A stock Firefox gets the proxy over BiDi, where Playwright sets it for http only: https and WebSockets
 * would bypass it. So the preferences set it for every protocol.
 */
export function firefoxThroughProxy(proxy: Pick<FilterProxy, "url">): ProxiedLaunch {
  const { hostname, port } = new URL(proxy.url);
  return {
    proxy: { server: proxy.url },
    args: [],
    firefoxUserPrefs: {
      "network.proxy.type": 1,
      "network.proxy.http": hostname,
      "network.proxy.http_port": Number(port),
      "network.proxy.ssl": hostname,
      "network.proxy.ssl_port": Number(port),
      "network.proxy.share_proxy_settings": true,
      ...FIREFOX_STAYS_IN,
    },
  };
}

/** Closes every way around the proxy that Firefox has by default. */
const FIREFOX_STAYS_IN = {
  // Firefox bypasses any proxy for loopback unless configured otherwise.
  "network.proxy.allow_hijacking_localhost": true,
  "network.proxy.testing_localhost_is_secure_when_hijacked": true,
  "network.proxy.no_proxies_on": "",
  // Otherwise Firefox's own requests may bypass the proxy, and all of them if the proxy fails.
  "network.proxy.allow_bypass": false,
  "network.proxy.failover_direct": false,
  // Its own lookups would reveal names to the local network; the proxy resolves them.
  "network.dns.disabled": true,
  "network.dns.disablePrefetch": true,
  "network.dns.disablePrefetchFromHTTPS": true,
  "network.trr.mode": 5,
  // Connections that are opened in advance.
  "network.predictor.enabled": false,
  "network.http.speculative-parallel-limit": 0,
  // UDP, which no HTTP proxy carries.
  "network.http.http3.enable": false,
  "network.http.altsvc.enabled": false,
  "network.webtransport.enabled": false,
  "media.peerconnection.enabled": false,
  // Requests of the browser itself.
  "network.captive-portal-service.enabled": false,
  "network.connectivity-service.enabled": false,
} as const;
