@account
Feature: Sign in
  A member gets to the account, and nobody else does. The page fills in the password: features hold none.

  Background:
    Given I am on "/sign-in?as=guest"

  Scenario: A member signs in
    When I click the "Sign in" button
    Then I should be on "/account"
    And the status says "You are signed in."

  Scenario: Somebody else is refused
    When I fill in "E-mail address" with "nobody@juniperandoak.example"
    And I click the "Sign in" button
    Then an alert says "do not belong together"
