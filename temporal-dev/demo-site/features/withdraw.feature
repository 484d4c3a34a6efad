@service
Feature: Withdraw a request
  A request can be withdrawn, after a question.

  Background:
    Given I am on "/repairs?sent=1&photo=crack.txt"
    And I click the "Reject all" button

  Scenario: It is withdrawn when the question is answered with yes
    Given I will accept the next dialog
    When I click the "Withdraw the request" button
    Then a dialog said "Withdraw this request?"
    And the status says "Your request is withdrawn."

  Scenario: It stays when the question is answered with no
    Given I will dismiss the next dialog
    When I click the "Withdraw the request" button
    Then a dialog said "Withdraw this request?"
    And I should not see "Your request is withdrawn."
