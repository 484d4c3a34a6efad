// Tickets in German, French and Spanish: their conditions besides the action, and whether they forbid it.
import { expect } from "chai";
import type { Condition } from "../../../domain/proof/conditions/condition.ts";
import { readConditions } from "../../../domain/proof/conditions/readConditions.ts";
import { languageOf } from "../../../domain/proof/otherLanguages.ts";
import { englishTicket, intentOf, TICKET_LIMITS } from "../../../domain/proof/ticket.ts";

const EVENTS = ["add_to_cart", "view_item"];
const TITLES = {
  de: "Das Ereignis wird nicht gesendet, und niemand sieht es",
  fr: "L'événement n'est pas envoyé, et le client attend",
  es: "El evento no se envía, y el cliente espera",
};
type Language = keyof typeof TITLES;
const read = (language: Language, description: string): Condition[] =>
  readConditions(englishTicket({ title: TITLES[language], description }), EVENTS);
const shapes = (all: readonly Condition[]): string[] =>
  all.map(({ kind, attribute, wanted }) => [kind, attribute ?? "-", wanted].join(" "));

describe("a ticket in another language", () => {
  for (const [language, text, wanted] of [
    ["de", "add_to_cart wird auf dem Handy gesendet.", "device - phone"],
    ["de", "add_to_cart darf nur einmal gesendet werden.", "count - 1"],
    ["de", "add_to_cart wird mit currency EUR und coupon gesendet.", "present coupon "],
    ["de", "Die Währung muss EUR sein.", "currency currency EUR"],
    ["de", "Der Wert muss 12.50 sein.", "value value 12.50"],
    ["de", "Es geht um coupon: KASSE, value = 3.", "value coupon KASSE"],
    ["de", "coupon darf nicht leer sein.", "present coupon "],
    ["de", "add_to_cart darf den coupon nicht enthalten.", "absent coupon "],
    ["de", "view_item muss vor add_to_cart gesendet werden.", "order - view_item>add_to_cart"],
    ["de", "Das muss gehen, nachdem der Kunde die Cookies ablehnt.", "consent - reject"],
    ["de", "Auch ohne Einwilligung wird gesendet.", "consent - not accepted"],
    ["de", "Nur wenn der Kunde den Cookies zugestimmt hat.", "consent - accept"],
    ["de", "Das Ereignis muss die Parameter value und item_id enthalten.", "present item_id "],
    ["de", "Es geht um die Preise auf der deutschen Seite.", "language - de"],
    ["de", "Das gilt in allen Browsern.", "browser - several"],
    ["de", "Gemeint ist nur /warenkorb/kasse.", "page - /warenkorb/kasse"],
    ["fr", "add_to_cart est envoyé sur mobile avec la devise EUR.", "device - phone"],
    ["fr", "add_to_cart ne doit être envoyé qu'une fois.", "count - 1"],
    ["fr", "Il doit contenir currency et value.", "present value "],
    ["fr", "Seulement si le client a accepté les cookies.", "consent - accept"],
    ["fr", "Le coupon est obligatoire.", "present coupon "],
    ["fr", "value doit être 12.", "value value 12"],
    ["fr", "coupon ne doit pas être vide.", "present coupon "],
    ["fr", "add_to_cart ne doit pas contenir le coupon.", "absent coupon "],
    ["fr", "view_item doit être envoyé avant add_to_cart.", "order - view_item>add_to_cart"],
    ["fr", "C'est aussi le cas quand le client refuse les cookies.", "consent - reject"],
    ["fr", "sans consentement", "consent - not accepted"],
    ["fr", "Seulement sur /panier/commande.", "page - /panier/commande"],
    ["es", "add_to_cart se envía en el móvil con la moneda EUR.", "device - phone"],
    ["es", "add_to_cart debe enviarse una sola vez.", "count - 1"],
    ["es", "Debe incluir currency, value e item_id.", "present value "],
    ["es", "Solo si el cliente ha aceptado las cookies.", "consent - accept"],
    ["es", "El coupon es obligatorio.", "present coupon "],
    ["es", "value debe ser 12.", "value value 12"],
    ["es", "coupon no debe estar vacío.", "present coupon "],
    ["es", "add_to_cart no debe contener el coupon.", "absent coupon "],
    ["es", "view_item debe enviarse antes de add_to_cart.", "order - view_item>add_to_cart"],
    ["es", "También cuando el cliente rechaza las cookies.", "consent - reject"],
    ["es", "sin consentimiento", "consent - not accepted"],
    ["es", "Solo en /carrito/pago.", "page - /carrito/pago"],
    ["de", "Sind Pflicht: item_id, currency", "present item_id "],
    ["de", "Sind Pflicht: item_id, currency", "present currency "],
    ["de", "Sind dabei: item_id", "present item_id "],
    ["de", "Aktuell fehlt: coupon", "present coupon "],
    ["fr", "Sont obligatoires : item_id, currency", "present currency "],
    ["fr", "Est requis : coupon", "present coupon "],
    ["es", "Son obligatorios: item_id, currency", "present currency "],
    ["de", "Verbotene Attribute: email", "absent email "],
    ["de", "Nicht erlaubt sind: email", "absent email "],
    ["de", "Keine Parameter: email", "absent email "],
    ["fr", "Paramètres interdits : email", "absent email "],
    ["fr", "Attributs non autorisés : email", "absent email "],
    ["fr", "Sans paramètres : email", "absent email "],
    ["es", "Atributos prohibidos: email", "absent email "],
    ["es", "Parámetros no permitidos: email", "absent email "],
    ["es", "Sin parámetros: email", "absent email "],
    ["fr", "Il doit être envoyé une seule fois sur mobile et contenir la devise EUR.", "count - 1"],
    ["fr", "Il doit être envoyé une seule fois sur mobile et contenir la devise EUR.", "device - phone"],
    ["fr", "Il doit être envoyé une seule fois sur mobile et contenir la devise EUR.", "currency currency EUR"],
    ["fr", "Il doit toujours contenir la devise EUR.", "currency currency EUR"],
    ["de", "Das Ereignis muss gesendet werden und value enthalten.", "present value "],
    ["de", "Das Ereignis muss genau einmal gesendet werden und coupon enthalten.", "present coupon "],
    ["de", "Das Ereignis muss genau einmal gesendet werden und coupon enthalten.", "count - 1"],
    ["es", "El evento debe enviarse e incluir value.", "present value "],
    ["es", "El evento debe enviarse una sola vez y contener coupon.", "present coupon "],
    ["es", "Se envía con e-mail y value.", "present e-mail "],
    ["de", "Es soll mit value 19,99 gesendet werden und item_id enthalten.", "value value 19,99"],
    ["de", "Es soll mit value 19,99 gesendet werden und item_id enthalten.", "present item_id "],
    ["fr", "Il doit être envoyé avec value 3 et contenir item_id.", "present item_id "],
    ["es", "Debe enviarse con value 3 e incluir item_id.", "present item_id "],
    ["fr", "Il est envoyé sur ordinateur et non sur mobile.", "other - said"],
    ["es", "Se envía en escritorio y no en móvil.", "other - said"],
    ["de", "Pflichtparameter sind item_id und value.", "present value "],
    ["fr", "Les paramètres obligatoires sont item_id et value.", "present value "],
    ["es", "Parámetros obligatorios: item_id y value.", "present value "],
    ["de", "Es wird auf der Produktseite gesendet, aber nicht in der Liste.", "other - said"],
    ["fr", "Il est envoyé sur la page produit, mais pas dans la liste.", "other - said"],
    ["es", "Se envía en la página de producto, pero no en el listado.", "other - said"],
    ["de", "quantity muss größer als 0 sein.", "other - never"],
    ["fr", "quantity doit être supérieure à 0.", "other - never"],
    ["es", "quantity debe ser mayor que 0.", "other - never"],
    ["fr", "La valeur est TTC.", "other - never"],
    ["fr", "La devise doit être le franc suisse.", "currency - CHF"],
    ["fr", "Il doit être envoyé dans les 2 secondes.", "other - never"],
    ["de", "Es wird höchstens einmal pro Sitzung gesendet.", "other - never"],
    ["fr", "Il est envoyé au maximum une fois par session.", "other - never"],
    ["es", "Se envía como máximo una vez por sesión.", "other - never"],
    ["de", "Es wird einmal pro Sitzung gesendet.", "other - never"],
    ["de", "Es wird einmal pro Klick gesendet.", "other - never"],
    ["fr", "Il est envoyé une fois par session.", "other - never"],
    ["fr", "Il est envoyé une fois par visite.", "other - never"],
    ["fr", "Il est envoyé une fois par clic.", "other - never"],
    ["es", "Se envía una vez por sesión.", "other - never"],
    ["es", "Se envía una vez por visita.", "other - never"],
    ["es", "Se envía una vez por clic.", "other - never"],
    ["de", "add_to_cart darf nicht doppelt gesendet werden.", "count - 1"],
    ["fr", "add_to_cart ne doit pas être envoyé plus d'une fois sur mobile.", "count - 1"],
    ["es", "add_to_cart no debe enviarse dos veces.", "count - 1"],
    ["de", "add_to_cart wird genau zweimal gesendet.", "count - 2"],
    ["de", "add_to_cart wird höchstens einmal gesendet.", "count - 1"],
    ["de", "add_to_cart wird höchstens zweimal gesendet.", "count - <=2"],
    ["de", "add_to_cart wird höchstens 3 mal gesendet.", "count - <=3"],
    ["de", "add_to_cart wird mindestens einmal gesendet.", "count - >=1"],
    ["de", "add_to_cart wird mindestens zweimal gesendet.", "count - >=2"],
    ["de", "Es wird höchstens zweimal pro Sitzung gesendet.", "other - never"],
    ["fr", "add_to_cart est envoyé au plus deux fois.", "count - <=2"],
    ["fr", "add_to_cart est envoyé deux fois au maximum.", "count - <=2"],
    ["fr", "add_to_cart est envoyé au moins deux fois.", "count - >=2"],
    ["es", "add_to_cart se envía como máximo dos veces.", "count - <=2"],
    ["es", "add_to_cart se envía al menos dos veces.", "count - >=2"],
    ["de", "Die Währung currency darf nicht fehlen.", "present currency "],
    ["de", "Es darf keine personenbezogenen Daten enthalten.", "absent personenbezogenen Daten "],
    ["fr", "Il ne doit pas contenir de données personnelles.", "absent données personnelles "],
    ["de", "Das muss für nicht angemeldete Kunden gesendet werden.", "other - said"],
    ["fr", "Il doit être envoyé pour les clients non connectés.", "other - said"],
    ["es", "Debe enviarse para los clientes no registrados.", "other - said"],
  ] as const)
    it(`has its condition read (${language}): ${text}`, () => {
      expect(shapes(read(language, text))).to.include(wanted);
    });

  for (const [language, text] of [
    ["de", "Aktuell: currency ist USD."],
    ["de", "Klick auf „In den Warenkorb auf dem Handy“ mit „Firefox“."],
    ["fr", "Actuellement : currency est USD."],
    ["fr", "Clic sur « Voir sur mobile »."],
    ["es", "Actualmente: currency es USD."],
    ["de", "Ist: currency USD"],
    ["de", "Ist-Zustand: currency USD"],
    ["fr", "Comportement actuel : currency est USD."],
    ["es", "Comportamiento actual: currency USD."],
    ["de", "Der coupon ist nicht Pflicht."],
    ["fr", "Le coupon n'est pas obligatoire."],
    ["es", "El coupon no es obligatorio."],
    ["es", "Se pulsa «Ver en el móvil»."],
    ["de", "Optionale Parameter: coupon, item_id"],
    ["de", "Nicht Pflicht: item_id"],
    ["de", "Nicht erforderliche Attribute: coupon"],
    ["de", "Keine Pflichtparameter: coupon"],
    ["de", "Verbotene Attribute: email"],
    ["fr", "Paramètres facultatifs : coupon, item_id"],
    ["fr", "Ne sont pas obligatoires : item_id"],
    ["es", "Parámetros opcionales: coupon, item_id"],
    ["es", "No son obligatorios: item_id"],
  ] as const)
    it(`has none read (${language}): ${text}`, () => {
      expect(
        shapes(read(language, text)).filter((one) => /^(?:currency|device|browser|present)/.test(one)),
      ).to.deep.equal([]);
    });

  /** Text without a condition: more than 2,000 characters of it precede the conditions. */
  const TALK = {
    de: "Wir haben das mit der Abteilung besprochen, und es ist allen wichtig.\n",
    fr: "Nous en avons parlé avec les équipes, et la demande est importante.\n",
    es: "Hemos hablado de esto con los equipos, y la petición es importante.\n",
  };
  for (const [language, late] of [
    [
      "de",
      'Der Button „In den Warenkorb“ sendet mit der Währung EUR.\ncurrency: EUR\nDas Attribut "Gutschein" ist Pflicht.\n\n| Attribut | Wert |\n| --- | --- |\n| zahlung | warenkorb |\n| item_id | Pflicht |\n\n```js\ndataLayer.push({ event: "add_to_cart", coupon: "bestellung", suche: kasse })\n```\nDas muss auf dem Handy gehen.',
    ],
    [
      "fr",
      'Le bouton « Ajouter au panier » envoie la devise EUR.\ncurrency: EUR\nL\'attribut "Gutschein" est obligatoire.\n\n| Champ | Valeur |\n| --- | --- |\n| zahlung | warenkorb |\n| item_id | requis |\n\n```js\ndataLayer.push({ event: "add_to_cart", coupon: "bestellung", suche: kasse })\n```\nÇa doit marcher sur mobile.',
    ],
    [
      "es",
      'El botón «Añadir al carrito» envía la moneda EUR.\ncurrency: EUR\nEl atributo "Gutschein" es obligatorio.\n\n| Campo | Valor |\n| --- | --- |\n| zahlung | warenkorb |\n| item_id | obligatorio |\n\n```js\ndataLayer.push({ event: "add_to_cart", coupon: "bestellung", suche: kasse })\n```\nTiene que funcionar en el móvil.',
    ],
  ] as const)
    for (const times of [40, 120])
      it(`has conditions after ${times} lines, of prose, table and code (${language})`, () => {
        const found = read(language, TALK[language].repeat(times) + late);
        expect(shapes(found), JSON.stringify(found)).to.include.members([
          "currency currency EUR",
          "present Gutschein ",
          "value zahlung warenkorb",
          "present item_id ",
          "value coupon bestellung",
          "present suche ",
          "device - phone",
        ]);
        expect(found.map(({ attribute }) => attribute?.toLowerCase())).not.to.include.members(["attribut"]);
        expect(shapes(found).filter((one) => /^value (?:attribut|champ|campo) /i.test(one))).to.deep.equal([]);
      });

  it("is read to its end, where English makes it longer than a ticket may be", () => {
    const description = `${"mobil\n".repeat(3_000)}Das Attribut coupon ist Pflicht.`;
    expect(description.length).to.be.below(TICKET_LIMITS.description);
    expect(englishTicket({ title: TITLES.de, description }).description.length).to.be.above(TICKET_LIMITS.description);
    expect(shapes(read("de", description))).to.include("present coupon ");
  });

  for (const [language, text, absence] of [
    ["de", "Der Preis muss sichtbar sein. Aktuell wird er nicht angezeigt.", false],
    ["de", "Das Ereignis soll gesendet werden!\nHeute wird es nicht gesendet.", false],
    ["de", "Das Ereignis muss gesendet werden, bisher kommt es nicht.", false],
    ["de", "Es soll nicht nur im Shop gesendet werden.", false],
    ["de", "Der Rabatt muss mit niedrigem Preis gesendet werden.", false],
    ["de", "Das Ereignis muss für nicht angemeldete Kunden gesendet werden.", false],
    ["de", "Das Ereignis muss gesendet werden wenn der Kunde nicht angemeldet ist.", false],
    ["de", "Das Ereignis darf nicht doppelt gesendet werden.", false],
    ["de", "Das Ereignis darf keine personenbezogenen Daten enthalten.", false],
    ["de", "Das Ereignis darf wenn der Kunde nicht angemeldet ist nicht gesendet werden.", true],
    ["de", "Das Ereignis darf nicht kommen wenn ausverkauft ist.", true],
    ["de", "Das Ereignis darf für Kunden nicht gesendet werden.", true],
    ["de", "Das Ereignis darf nicht gesendet werden.", true],
    ["de", "Das Ereignis darf bei einem Preis von 12,50 Euro nicht gesendet werden.", true],
    ["de", "Das Ereignis darf, wenn der Korb leer ist, nicht gesendet werden.", true],
    ["de", "Das Ereignis sollte nie gemessen werden.", true],
    ["de", "Es soll kein Ereignis gesendet werden.", true],
    ["de", "Kein Ereignis darf gesendet werden.", true],
    ["fr", "Le prix doit être visible. Actuellement il n'est pas affiché.", false],
    ["fr", "L'événement doit être envoyé, il n'est pas suivi.", false],
    ["fr", "L'événement ne doit être envoyé qu'une fois.", false],
    ["fr", "Quand un client paie, aucun événement n'est envoyé.", false],
    ["fr", "L'événement ne doit pas être envoyé deux fois.", false],
    ["fr", "L'événement ne doit être envoyé que si aucun coupon n'est appliqué.", false],
    ["fr", "L'événement ne doit pas être envoyé.", true],
    ["fr", "L'événement ne devrait jamais être envoyé.", true],
    ["fr", "L'événement ne doit en aucun cas être envoyé.", true],
    ["fr", "Aucun événement ne doit être envoyé.", true],
    ["fr", "Le bouton ne doit envoyer aucun événement.", true],
    ["es", "El precio debe ser visible. Actualmente no se muestra.", false],
    ["es", "El evento debe enviarse, y hoy no se mide.", false],
    ["es", "La búsqueda no envía ningún evento.", false],
    ["es", "El evento no debe solo enviarse en la tienda.", false],
    ["es", "El evento no debe enviarse por duplicado.", false],
    ["es", "El evento no debe enviarse.", true],
    ["es", "El evento no debería enviarse.", true],
    ["es", "Nunca se debe enviar el evento.", true],
    ["es", "Ningún evento debe enviarse.", true],
  ] as const)
    it(`${absence ? "forbids" : "does not forbid"} an event (${language}): ${text.replace(/\n/g, " ")}`, () => {
      const title = {
        de: "Das Ereignis und der Warenkorb",
        fr: "L'événement et le panier",
        es: "El evento y el carrito",
      };
      expect(intentOf({ title: title[language], description: text }).absence).to.equal(absence);
    });

  it("is told by its prose: English code and quotes do not make it English", () => {
    const code =
      '```\nif (this.is("the") && that.is("not")) { of(our, it, from, the, event, that, must, be, sent) }\n```';
    expect(languageOf(`${code}\nWenn der Kunde klickt`)).to.equal("de");
    expect(languageOf("The event must be sent when the „Warenkorb“ is opened")).to.equal(null);
  });

  it("is read in bounded time and length, however odd", () => {
    for (const odd of [
      "muss ",
      "„",
      "«",
      "/a",
      "a.b.",
      "a_b ",
      "darf, wenn ",
      "coupon: ",
      "| a | b |\n",
      "in den ",
      "\uE0001\uE001",
    ]) {
      const description = odd.repeat(TICKET_LIMITS.description);
      const told = englishTicket({ title: TITLES.de, description });
      expect(told.description.length).to.be.at.most(4 * TICKET_LIMITS.description);
      expect(readConditions(told, EVENTS).length).to.be.at.most(30);
    }
  });
});
