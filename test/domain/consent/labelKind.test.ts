import { expect } from "chai";
import { kindOfLabel, LABEL_KINDS, LABEL_WORDS, type LabelKind } from "../../../domain/consent/labelKind.ts";
import { CONSENT_WORDS } from "../../../domain/consent/words.ts";

/** Typical banner labels, by language. */
const LABELS: Record<keyof typeof CONSENT_WORDS, Record<LabelKind, string[]>> = {
  en: {
    accept: [
      "Accept all cookies",
      "Agree & Close",
      "AGREE AND PROCEED",
      "Yes, I agree",
      "OK",
      "Accept all cookies from our 132 partners",
      "Allow all",
      "Got it!",
    ],
    reject: [
      "Disagree and close",
      "Disagree & Close",
      "Reject all",
      "Required only",
      "Required Cookies Only",
      "Accept only necessary",
      "Accept all necessary cookies",
      "Use necessary cookies only",
      "Only essential",
      "Continue without accepting →",
      "No, thanks",
      "Reject non-essential cookies",
      "Don’t accept",
      "Decline all & close",
    ],
    settings: ["Manage cookies", "Cookie settings", "More Options", "Customize", "Manage my preferences"],
    save: [
      "Save selection",
      "Confirm my choices",
      "Submit Preferences",
      "Save & Exit",
      "Allow selection",
      "Save settings",
    ],
  },
  de: {
    accept: ["Alle akzeptieren", "Zustimmen und weiter", "Akzeptieren & Schließen", "Allen zustimmen"],
    reject: [
      "Alle ablehnen",
      "Nur technisch notwendige Cookies",
      "Nur notwendige akzeptieren",
      "Weiter ohne Einwilligung",
      "Nur Essenzielle",
    ],
    settings: ["Cookie-Einstellungen", "Einstellungen verwalten", "Weitere Optionen"],
    save: ["Auswahl speichern", "Meine Auswahl speichern", "Auswahl bestätigen", "Auswahl akzeptieren"],
  },
  fr: {
    accept: ["Tout accepter", "Accepter & Fermer", "J’accepte", "Accepter et continuer"],
    reject: ["Tout refuser", "Continuer sans accepter", "Refuser et fermer", "Uniquement les cookies nécessaires"],
    settings: ["Paramétrer les cookies", "Personnaliser", "Gérer mes choix"],
    save: ["Enregistrer mes choix", "Confirmer la sélection", "Valider"],
  },
  es: {
    accept: ["Aceptar todo", "Aceptar y cerrar", "Aceptar todas las cookies"],
    reject: ["Rechazar todas", "Continuar sin aceptar", "Solo las necesarias", "Aceptar solo necesarias", "No acepto"],
    settings: ["Configurar cookies", "Más opciones", "Gestionar cookies"],
    save: ["Guardar selección", "Confirmar mis preferencias", "Guardar y cerrar"],
  },
  it: {
    accept: ["Accetta tutti", "Accetta e chiudi", "Accetta e continua", "Acconsento"],
    reject: ["Rifiuta tutti", "Continua senza accettare", "Solo cookie necessari", "Rifiuta e chiudi"],
    settings: ["Personalizza", "Gestisci le preferenze", "Scopri di più e personalizza"],
    save: ["Salva preferenze", "Conferma le mie scelte", "Salva e chiudi"],
  },
  pt: {
    accept: ["Aceitar tudo", "Aceitar todos os cookies", "Concordo"],
    reject: ["Rejeitar todos", "Recusar", "Apenas os necessários", "Aceitar apenas os essenciais", "Não aceito"],
    settings: ["Definições de cookies", "Gerir preferências", "Mais opções"],
    save: ["Guardar preferências", "Salvar seleção", "Confirmar as minhas escolhas"],
  },
  nl: {
    accept: ["Alles accepteren", "Akkoord en sluiten", "Alle cookies toestaan", "Ik ga akkoord"],
    reject: ["Alles weigeren", "Alleen noodzakelijke cookies", "Doorgaan zonder te accepteren", "Niet akkoord"],
    settings: ["Cookie-instellingen", "Voorkeuren beheren", "Zelf instellen"],
    save: ["Selectie opslaan", "Voorkeuren opslaan", "Mijn keuzes bevestigen"],
  },
  pl: {
    accept: ["Akceptuję wszystkie", "Zgadzam się", "Zaakceptuj i zamknij", "Przejdź do serwisu i akceptuj"],
    reject: ["Odrzuć wszystkie", "Tylko niezbędne", "Nie zgadzam się", "Akceptuj tylko niezbędne"],
    settings: ["Ustawienia plików cookie", "Zarządzaj opcjami", "Dostosuj"],
    save: ["Zapisz ustawienia", "Potwierdź moje wybory", "Zezwól na wybór"],
  },
  sv: {
    accept: ["Godkänn alla", "Acceptera alla cookies", "Tillåt alla"],
    reject: ["Avvisa alla", "Endast nödvändiga cookies", "Neka", "Godkänn endast nödvändiga"],
    settings: ["Inställningar", "Hantera cookies", "Anpassa inställningar"],
    save: ["Spara inställningar", "Bekräfta mina val", "Tillåt urval"],
  },
  da: {
    accept: ["Accepter alle", "Tillad alle cookies", "Godkend alle"],
    reject: ["Afvis alle", "Kun nødvendige", "Tillad kun nødvendige", "Fortsæt uden at acceptere"],
    settings: ["Indstillinger", "Tilpas", "Administrer cookies"],
    save: ["Gem indstillinger", "Tillad valgte", "Bekræft mine valg"],
  },
  cs: {
    accept: ["Přijmout vše", "Souhlasím se všemi", "Povolit vše"],
    reject: ["Odmítnout vše", "Pouze nezbytné", "Přijmout jen nezbytné", "Pokračovat bez souhlasu"],
    settings: ["Nastavení cookies", "Více možností", "Podrobné nastavení"],
    save: ["Uložit nastavení", "Potvrdit výběr", "Povolit vybrané"],
  },
  fi: {
    accept: ["Hyväksy kaikki", "Salli kaikki evästeet"],
    reject: ["Hylkää kaikki", "Vain välttämättömät", "Hyväksy vain välttämättömät evästeet", "Jatka hyväksymättä"],
    settings: ["Evästeasetukset", "Muokkaa asetuksia"],
    save: ["Tallenna valinnat", "Salli valinta"],
  },
  nb: {
    accept: ["Godta alle", "Tillat alle informasjonskapsler", "Aksepter alle"],
    reject: ["Avvis alle", "Bare nødvendige", "Kun nødvendige informasjonskapsler"],
    settings: ["Innstillinger", "Tilpass"],
    save: ["Lagre valg", "Bekreft mine valg"],
  },
  el: {
    accept: ["Αποδοχή όλων", "Συμφωνώ", "Αποδοχή όλων των cookies"],
    reject: ["Απόρριψη όλων", "Μόνο τα απαραίτητα", "Διαφωνώ"],
    settings: ["Ρυθμίσεις cookies", "Περισσότερες επιλογές"],
    save: ["Αποθήκευση επιλογών", "Επιβεβαίωση επιλογών"],
  },
  ja: {
    accept: ["すべて同意する", "すべてのCookieを受け入れる", "すべて許可", "同意して続ける"],
    reject: ["すべて拒否する", "必要なCookieのみ", "必須クッキーのみ許可する", "同意しない", "同意せずに続ける"],
    settings: ["設定", "Cookieの設定", "オプションを管理"],
    save: ["選択を保存", "設定を保存する", "選択内容を確認"],
  },
};

describe("the words on the buttons of consent banners", () => {
  for (const [language, kinds] of Object.entries(LABELS))
    for (const kind of LABEL_KINDS)
      it(`${language}: ${kind}`, () => {
        expect(Object.fromEntries(kinds[kind].map((label) => [label, kindOfLabel(label)]))).to.deep.equal(
          Object.fromEntries(kinds[kind].map((label) => [label, kind])),
        );
      });

  it("every phrase of the table is read as what it stands under", () => {
    const wrong = Object.entries(CONSENT_WORDS).flatMap(([language, words]) =>
      LABEL_KINDS.flatMap((kind) =>
        words[kind]
          .split("|")
          .filter((phrase) => kindOfLabel(phrase) !== kind)
          .map((phrase) => `${language} ${kind}: ${phrase} is ${kindOfLabel(phrase)}`),
      ),
    );
    expect(wrong).to.deep.equal([]);
  });

  it("a label of other words is none of them", () => {
    const labels = [
      "",
      "Close",
      "×",
      "Continue",
      "All cookies",
      "Privacy policy",
      "Learn more about cookies",
      "Accept the terms of the contest and subscribe to our newsletter",
      "Allow notifications",
      "Necessary",
      "Marketing",
      "Show vendors",
      "Menu",
      "Elfogadom",
      "모두 동의",
      "Add to basket",
      "Save 20 % today",
      "Accept ".repeat(40),
    ];
    expect(labels.filter((label) => kindOfLabel(label) !== null)).to.deep.equal([]);
  });

  it("no word that is left out says no in any language", () => {
    const NEGATIONS =
      "no|not|without|non|nein|nicht|ohne|kein|ne|pas|sans|sin|senza|nie|bez|nee|niet|zonder|nej|inte|utan|ikke|uden|uten|nei|não|sem|en|ei|älä|nu|δεν|όχι|χωρίς|ない".split(
        "|",
      );
    expect(LABEL_WORDS.beside.filter((word) => NEGATIONS.includes(word))).to.deep.equal([]);
  });

  it("at least twelve languages, and their words about cookies", () => {
    expect(Object.keys(CONSENT_WORDS)).to.have.length.of.at.least(12);
    expect(LABEL_WORDS.about).to.include.members(["cookie", "datenschutz", "クッキー"]);
  });
});
