/** Data layer, consent mode and beacons of the shop. */
(() => {
  const data = JSON.parse(document.getElementById('page-data').textContent);
  const layer = (window.dataLayer = window.dataLayer || []);
  let consent = data.consent;
  let clientId = data.clientId;
  let waiting = [];
  const session = String(Math.floor(performance.timeOrigin / 1000));

  function gtag() {
    layer.push(arguments);
  }

  function signals(state) {
    return { ad_storage: 'denied', ad_user_data: 'denied', ad_personalization: 'denied', analytics_storage: state };
  }

  function maySend() {
    if (consent === 'granted') return true;
    return consent === 'denied' ? data.sendAfterReject : data.sendBeforeConsent;
  }

  /** Names and values of one event, as GA4 writes them. */
  function encode(entry, into) {
    into.set('en', entry.event);
    for (const [name, value] of Object.entries(entry)) {
      if (name === 'event') continue;
      if (name === 'items') {
        value.forEach((item, index) => into.set(`pr${index + 1}`, `id${item.item_id}~nm${item.item_name}~pr${item.price}~qt${item.quantity}`));
      } else if (name === 'currency') into.set('cu', value);
      else into.set(`${typeof value === 'number' ? 'epn' : 'ep'}.${name}`, String(value));
    }
    return into;
  }

  function common() {
    return new URLSearchParams({
      v: '2', tid: data.measurementId, cid: clientId || '0.0', sid: session, gcs: consent === 'granted' ? 'G101' : 'G100',
      dl: location.href, dt: document.title, ul: navigator.language, sr: `${screen.width}x${screen.height}`,
    });
  }

  function send(entries) {
    if (entries.length === 0) return;
    if (entries.length === 1) {
      const query = encode(entries[0], common());
      if (entries[0].event === 'page_view') fetch(`/g/collect?${query}`, { keepalive: true, credentials: 'omit' }).catch(() => {});
      else navigator.sendBeacon(`/g/collect?${query}`);
      return;
    }
    const body = entries.map((entry) => encode(entry, new URLSearchParams()).toString()).join('\r\n');
    navigator.sendBeacon(`/g/collect?${common()}`, body);
  }

  function deliver(entries) {
    if (maySend()) send(entries);
    else if (consent === 'unset') waiting.push(...entries);
  }

  function track(entry) {
    const { deliver: wanted = true, ...event } = entry;
    layer.push(event);
    return wanted ? [event] : [];
  }

  gtag('consent', 'default', signals(data.consentDefault));
  if (consent !== 'unset') gtag('consent', 'update', signals(consent));
  if (data.storeBeforeConsent) localStorage.setItem('jo_visitor', session);

  // What holds for the whole page, whatever happens on it.
  layer.push({ shop: { market: 'us', language: 'en' } });
  if (data.clearMarket) layer.push({ shop: { market: undefined } });

  deliver(track({ event: 'page_view', page_type: data.pageType, page_path: location.pathname, page_title: document.title }));
  deliver(data.events.flatMap((entry) => track(entry)));

  // A second counter that waits until the visitor leaves, whatever was chosen.
  if (data.countAtLeaving) addEventListener('pagehide', () => navigator.sendBeacon('/stats/matomo.php?idsite=1&rec=1'));

  window.shopAnalytics = {
    track: (entry) => deliver(track(entry)),
    answer(choice, id) {
      consent = choice;
      clientId = id;
      gtag('consent', 'update', signals(choice));
      const entries = waiting;
      waiting = [];
      if (choice === 'denied' && maySend()) send([{ event: 'user_engagement' }]);
      if (maySend()) {
        send(entries.filter((entry) => entry.event === 'page_view'));
        send(entries.filter((entry) => entry.event !== 'page_view'));
      }
    },
  };
})();
