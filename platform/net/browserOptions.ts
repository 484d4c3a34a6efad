// How each browser is launched so that everything it sends passes the proxy.
import type { FilterProxy } from "./filterProxy.ts";

export type ProxiedLaunch = {
  proxy: { server: string; bypass?: string };
  args: string[];
  firefoxUserPrefs?: Record<string, string | number | boolean>;
};

/**
 * Parts of Playwright's launch options for Chromium and its headless shell; add `args` to the other arguments.
 *
 * - `<-loopback>`: Chromium otherwise goes to loopback and link-local addresses past the proxy.
 * - WebRTC is UDP, which no HTTP proxy carries: a page could probe private hosts by their answers to STUN.
 * - The resolver rule stops lookups of Chromium's own (dns-prefetch), which would tell names to the local network.
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
 * The same for Firefox. A stock Firefox is told of the proxy over BiDi, where Playwright names it for http alone: https and
 * WebSockets would go straight to their hosts. So the preferences say it for every protocol.
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

/** Every way past the proxy that Firefox has by default, closed. */
const FIREFOX_STAYS_IN = {
  // Firefox goes to loopback past any proxy unless told otherwise.
  "network.proxy.allow_hijacking_localhost": true,
  "network.proxy.testing_localhost_is_secure_when_hijacked": true,
  "network.proxy.no_proxies_on": "",
  // Firefox's own requests may otherwise go without the proxy, and all of them when the proxy fails.
  "network.proxy.allow_bypass": false,
  "network.proxy.failover_direct": false,
  // Lookups of its own would tell names to the local network; the proxy resolves.
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
  // Requests of the browser's own.
  "network.captive-portal-service.enabled": false,
  "network.connectivity-service.enabled": false,
} as const;
